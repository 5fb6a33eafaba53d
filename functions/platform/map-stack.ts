import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'

/** Bundled, this module is a file of its function's folder. */
const FOLDER = new URL('.', import.meta.url).href

/** `file:///var/task/index.mjs:12:345`. Bounded, as a message may repeat `file://` a thousand times. */
const PLACE = /(file:\/\/\S{1,300}\.mjs):(\d+):(\d+)/g

const maps = new Map<string, SourceMap | undefined>()

/**
 * Names the sources' files and lines in a stack of a bundle. Node can (`--enable-source-maps`), but reads the whole map
 * when the bundle is loaded, which takes 12 to 15 ms of every cold start; here the first logged error pays. Without a
 * readable map the stack stays as it is.
 */
export const mapStack = (stack: string): string =>
  stack.replaceAll(PLACE, (place, file: string, line: string, column: string) => {
    // A message may name any file.
    if (!file.startsWith(FOLDER)) return place
    if (!maps.has(file)) maps.set(file, readMap(file))
    const entry = maps.get(file)?.findEntry(Number(line) - 1, Number(column) - 1)
    if (!entry || !('originalSource' in entry)) return place
    return `${toSourcePath(entry.originalSource)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
  })

function readMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(new URL(`${file}.map`), 'utf8')))
  } catch {
    return undefined
  }
}

/** The map's paths lead from the build folder by way of the machine that bundled. */
const toSourcePath = (path: string): string => path.replace(/^.*?\/(?=(?:functions|lib|node_modules)\/)/, '')
