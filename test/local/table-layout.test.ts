import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { requireUnchangedTableKeys, hashEntityKeyDefinitions } from '../../bin/local/table-settings.ts'

function aFolder({ kept }: { kept: boolean }): string {
  const folder = mkdtempSync(join(tmpdir(), 'layout-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  if (kept) writeFileSync(join(folder, 'dynamodb.sqlite'), '')
  return folder
}

const tables = (folder: string) => writeFileSync(join(folder, 'dynamodb.sqlite'), '')

test('data that were kept with the same keys are taken, also where there is a new kind of item', () => {
  const folder = aFolder({ kept: false })
  const { users: _, ...before } = hashEntityKeyDefinitions()
  requireUnchangedTableKeys(folder, before)
  tables(folder)

  expect(() => requireUnchangedTableKeys(folder)).not.toThrow()
  expect(() => requireUnchangedTableKeys(folder)).not.toThrow()
})

test('data that were kept with other keys are refused with what to do', () => {
  const folder = aFolder({ kept: false })
  requireUnchangedTableKeys(folder, { ...hashEntityKeyDefinitions(), users: 'other keys' })
  tables(folder)

  expect(() => requireUnchangedTableKeys(folder)).toThrow('npm start -- --fresh')
})

test('data of a version that did not say how its keys are made are refused', () => {
  expect(() => requireUnchangedTableKeys(aFolder({ kept: true }))).toThrow('npm start -- --fresh')
})
