import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Documents of one kind by id, in the order of their first put. */
export interface DocumentCollection<T> {
  get(id: string): T | undefined
  put(id: string, document: T): void
  delete(id: string): void
  all(): T[]
}

/** Every put is on disk before it returns: a killed process loses nothing that it has answered. */
export interface DocumentStore {
  collection<T>(name: string): DocumentCollection<T>
  /** All writes of `work`, or none if it throws. */
  transaction<R>(work: () => R): R
  close(): void
}

/** In memory without `file`. A `passing` store, deleted with the process, does not sync to the disk. */
export function openDocumentStore(
  file?: string,
  { passing = false }: { readonly passing?: boolean | undefined } = {},
): DocumentStore {
  if (file) mkdirSync(dirname(file), { recursive: true })
  const database = new DatabaseSync(file ?? ':memory:')
  // WAL with FULL: an answered write survives kill -9 and a power cut; reads never block.
  const waiting = passing ? 'OFF' : 'FULL'
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${waiting}; PRAGMA busy_timeout = 5000`)
  database.exec(
    'CREATE TABLE IF NOT EXISTS documents (kind TEXT NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL, seq INTEGER PRIMARY KEY AUTOINCREMENT, UNIQUE (kind, id))',
  )
  let depth = 0
  return {
    collection: (name) => collectionIn(database, name),
    transaction: (work) => {
      if (depth > 0) return work()
      database.exec('BEGIN IMMEDIATE')
      depth++
      try {
        const result = work()
        database.exec('COMMIT')
        return result
      } catch (error) {
        database.exec('ROLLBACK')
        throw error
      } finally {
        depth--
      }
    },
    close: () => database.close(),
  }
}

function collectionIn<T>(database: DatabaseSync, kind: string): DocumentCollection<T> {
  const read = (row: Record<string, unknown>): T => JSON.parse(String(row['body'])) as T
  const one = database.prepare('SELECT body FROM documents WHERE kind = ? AND id = ?')
  const every = database.prepare('SELECT body FROM documents WHERE kind = ? ORDER BY seq')
  const upsert = database.prepare(
    'INSERT INTO documents (kind, id, body) VALUES (?, ?, ?) ON CONFLICT (kind, id) DO UPDATE SET body = excluded.body',
  )
  const remove = database.prepare('DELETE FROM documents WHERE kind = ? AND id = ?')
  return {
    get: (id) => {
      const row = one.get(kind, id)
      return row && read(row)
    },
    put: (id, document) => void upsert.run(kind, id, JSON.stringify(document)),
    delete: (id) => void remove.run(kind, id),
    all: () => every.all(kind).map(read),
  }
}
