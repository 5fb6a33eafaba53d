import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { lockDataFolder } from '../../bin/local/lock.ts'

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'habitat-lock-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('a folder is locked by the process that uses it', () => {
  const folder = aFolder()

  lockDataFolder(folder)

  expect(readFileSync(join(folder, 'running.pid'), 'utf8')).toBe(`${process.pid}`)
})

test('a lock whose process is gone, or is another program by now, does not count', () => {
  const folder = aFolder()
  writeFileSync(join(folder, 'running.pid'), '1')
  lockDataFolder(folder)
  writeFileSync(join(folder, 'running.pid'), '999999999')

  expect(() => lockDataFolder(folder)).not.toThrow()
})
