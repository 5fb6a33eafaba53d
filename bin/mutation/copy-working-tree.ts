import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export const listTrackedFiles = (root: string): string[] =>
  execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)

/**
 * Copies the tracked files with their local changes, and links the packages. @returns the folder, for the caller to
 * remove
 */
export function copyWorkingTree(root: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'habitat-copy-'))
  for (const file of listTrackedFiles(root)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(root, file), join(folder, file))
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}
