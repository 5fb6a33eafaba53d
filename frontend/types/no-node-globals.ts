// @ts-expect-error A browser has none: this fails where a package brings the types of Node.
export const environment: unknown = process.env
