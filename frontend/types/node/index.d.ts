// In the place of @types/node, which csv-parse refers to: a browser has no `process` and no `Buffer`, so what uses them
// must not compile.
declare module 'stream' {
  export const Transform: new () => object
}
