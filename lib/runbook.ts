/** The page to open when the function called `name` fails. */
export const runbookOf = (name: string): string => `docs/runbooks/${name.replace('/', '-')}.md`
