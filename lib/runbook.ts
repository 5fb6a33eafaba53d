export const toRunbookPath = (name: string): string => `docs/runbooks/${name.replace('/', '-')}.md`
