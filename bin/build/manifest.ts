import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Chunk {
  readonly file: string
  readonly css?: readonly string[]
  readonly imports?: readonly string[]
}

/** Paths below the site, dependencies first. */
export interface ModuleAssets {
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
}

export interface ViteManifest {
  /** @throws Error for a module missing from the build */
  readonly needsOf: (...modules: readonly string[]) => ModuleAssets
  readonly fileOf: (module: string) => string
}

export function readViteManifest(folder: string): ViteManifest {
  const chunks = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
  const chunkOf = (module: string): Chunk => {
    const chunk = chunks[module]
    if (!chunk) throw new Error(`${module} is no chunk of the build: is it what router.tsx loads?`)
    return chunk
  }
  const needsOf = (...modules: readonly string[]): ModuleAssets => {
    const met = new Set<Chunk>()
    const ordered: Chunk[] = []
    const meet = (module: string) => {
      const chunk = chunkOf(module)
      if (met.has(chunk)) return
      met.add(chunk)
      for (const imported of chunk.imports ?? []) meet(imported)
      ordered.push(chunk)
    }
    for (const module of modules) meet(module)
    return {
      scripts: ordered.map(({ file }) => `/${file}`),
      styles: [...new Set(ordered.flatMap(({ css = [] }) => css.map((file) => `/${file}`)))],
    }
  }
  return { needsOf, fileOf: (module) => `/${chunkOf(module).file}` }
}
