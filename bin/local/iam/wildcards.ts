const SEGMENTS_BEFORE_RESOURCE = 5

const compiled = new Map<string, RegExp>()

function compileOnce(id: string, source: () => string, flags: string): RegExp {
  const known = compiled.get(id)
  if (known) return known
  const made = new RegExp(source(), flags)
  compiled.set(id, made)
  return made
}

interface WildcardMeanings {
  readonly any: string
  readonly one: string
}

const everything: WildcardMeanings = { any: '.*', one: '.' }
const withinSegment: WildcardMeanings = { any: '[^:]*', one: '[^:]' }

const sourceOf = (pattern: string, { any, one }: WildcardMeanings): string =>
  [...pattern]
    .map((sign) => {
      if (sign === '*') return any
      if (sign === '?') return one
      if (sign === '\uE000') return String.raw`\*`
      if (sign === '\uE001') return String.raw`\?`
      return sign.replace(/[\\^$.|+()[\]{}/]/, String.raw`\$&`)
    })
    .join('')

/** Case-sensitive, as `StringLike`. */
export const matchesText = (pattern: string, text: string): boolean =>
  compileOnce(`text ${pattern}`, () => `^${sourceOf(pattern, everything)}$`, 'su').test(text)

/** Action names ignore case. */
export const matchesAction = (pattern: string, action: string): boolean =>
  compileOnce(`action ${pattern}`, () => `^${sourceOf(pattern, everything)}$`, 'siu').test(action)

/** The six parts of an ARN; the last one, the resource, may contain colons itself. */
export function splitArn(arn: string): readonly string[] {
  const parts = arn.split(':')
  return [
    ...parts.slice(0, SEGMENTS_BEFORE_RESOURCE),
    ...(parts.length > SEGMENTS_BEFORE_RESOURCE ? [parts.slice(SEGMENTS_BEFORE_RESOURCE).join(':')] : []),
  ]
}

/** According to the IAM reference, `*` at the end of a segment may match beyond the colon in Resource. */
function arnSegmentSource(segment: string, index: number): string {
  if (index === SEGMENTS_BEFORE_RESOURCE) return sourceOf(segment, everything)
  if (segment.endsWith('*')) return sourceOf(segment.slice(0, -1), withinSegment) + everything.any
  return sourceOf(segment, withinSegment)
}

/** For Resource and NotResource: case-sensitive. */
export const matchesResource = (pattern: string, arn: string): boolean =>
  pattern === '*' ||
  compileOnce(`resource ${pattern}`, () => `^${splitArn(pattern).map(arnSegmentSource).join(':')}$`, 'su').test(arn)

/** For `ArnEquals` and `ArnLike`: each of the six parts separately. */
export function matchesArn(pattern: string, arn: string): boolean {
  const parts = splitArn(arn)
  return splitArn(pattern).every((each, index) => matchesText(each, parts[index] ?? ''))
}
