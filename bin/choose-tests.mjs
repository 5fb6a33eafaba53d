/**
 * Resolves the words after `npm test --`. A word is a suite, a part of a test file's path, or words of titles.
 *
 * @param words as typed
 * @param suites names of the suites that run when none is named
 * @param files every test file: its path from the project's folder, and a function that reads it
 * @param suitesByName names of those that run only when named
 * @returns the suites to run, limited to `paths` and to titles matching `title` where given
 * @throws {Error} with a message for the user when a word matches nothing
 */
export function chooseTests(words, suites, files, suitesByName = []) {
  const all = [...suites, ...suitesByName]
  const named = all.filter((suite) => words.includes(suite))
  const searched = named.length > 0 ? named : suites
  const within = files.filter(({ path }) => searched.includes(suiteOf(path)))
  const rest = words.filter((word) => !all.includes(word))
  if (rest.length === 0) return { suites: searched, paths: [], title: undefined }

  const byPath = rest.filter((word) => within.some(({ path }) => path.includes(word)))
  const title = rest.filter((word) => !byPath.includes(word)).join(' ')
  const paths = within
    .filter(({ path }) => byPath.length === 0 || byPath.some((word) => path.includes(word)))
    .filter(({ read }) => title === '' || toTitlePattern(title).test(read()))
    .map(({ path }) => path)
  if (paths.length === 0) throw new Error(describeNoMatch(title, all))
  return {
    suites: searched.filter((suite) => paths.some((path) => suiteOf(path) === suite)),
    paths,
    title: title === '' ? undefined : title,
  }
}

/** Message for words that no test's title has. */
export const describeNoMatch = (title, suites) =>
  `Ninguna prueba responde a «${title}». Hay estos grupos: ${suites.join(', ')}.`

/** Titles with these words. An id of a requirement matches as a whole word only, because `DATA-08` contains `A-08`. */
export const toTitlePattern = (title) =>
  new RegExp(
    title.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`).replaceAll(/\b[A-Z]{1,4}-\d+\b/g, String.raw`\b$&\b`),
  )

/** `test/functions/payments/fulfil.test.ts` belongs to `functions`, `test/architecture.test.ts` to `architecture`. */
export const suiteOf = (path) => path.split('/')[1]?.replace(/\.test\.tsx?$/, '')
