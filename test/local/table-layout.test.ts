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

test('data that were kept before entries of the audit log had a key for alerts are taken', () => {
  // The hash that the earlier version wrote into the data folder.
  const auditEntries = '5ab42948d430adca4f08503b03d5c9b811967bea7b7d8a6f727d3ae425c17cd4'
  const folder = aFolder({ kept: false })
  requireUnchangedTableKeys(folder, { ...hashEntityKeyDefinitions(), auditEntries })
  tables(folder)

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
