export const runbookOf = (name: string): string => `docs/runbooks/${name.replace('/', '-')}.md`
