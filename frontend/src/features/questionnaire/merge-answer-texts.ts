/** The single difference between two texts: `text` replaces the range from `start` to `end`. */
interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

function editOf(before: string, after: string): Edit {
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before[start] === after[start]) start++
  let same = 0
  while (same < most - start && before.at(-1 - same) === after.at(-1 - same)) same++
  return { start, end: before.length - same, text: after.slice(start, after.length - same) }
}

const apply = (text: string, edit: Edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end)

/** Concatenates two texts, with `gap` where they would run together. */
function oneAfterAnother(one: string, other: string, gap: string): string {
  // What begins a line of its own comes after what goes on in the line before.
  const [first, second] = one.startsWith('\n') && !other.startsWith('\n') ? [other, one] : [one, other]
  return /\s$/.test(first) || /^\s/.test(second) ? first + second : first + gap + second
}

/** Three-way merge that drops nothing: overlapping changes are both kept. */
export function mergeAnswerTexts(base: string, mine: string, theirs: string, gap: string): string {
  if (mine.includes(theirs)) return mine
  if (theirs.includes(mine)) return theirs
  const [here, there] = [editOf(base, mine), editOf(base, theirs)]
  if (here.start === here.end && there.start === there.end && here.start === there.start) {
    return apply(base, { ...here, text: oneAfterAnother(there.text, here.text, gap) })
  }
  if (here.end <= there.start) return apply(apply(base, there), here)
  if (there.end <= here.start) return apply(apply(base, here), there)
  return oneAfterAnother(theirs, mine, gap)
}
