import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { expect, test } from 'vitest'

interface LockedPackage {
  readonly version: string
  readonly optional?: boolean
}

/** A project with this lock file and these installed packages, and an `npm` that only records its call. */
function askForInstall(locked: Readonly<Record<string, LockedPackage>>, installed: typeof locked) {
  const folder = mkdtempSync(join(tmpdir(), 'habitat-install-'))
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  const lockFile = (packages: typeof locked) =>
    JSON.stringify({
      packages: Object.fromEntries(Object.entries(packages).map(([name, one]) => [`node_modules/${name}`, one])),
    })
  write('node_modules/node/bin/node', '')
  write('node_modules/.package-lock.json', lockFile(installed))
  write('package-lock.json', lockFile(locked))
  utimesSync(join(folder, 'package-lock.json'), new Date('2100-01-01'), new Date('2100-01-01'))
  write('fake/npm', '#!/bin/sh\necho "npm $1"\n')
  chmodSync(join(folder, 'fake/npm'), 0o755)
  mkdirSync(join(folder, 'bin'))
  copyFileSync(join(import.meta.dirname, '../../bin/install.mjs'), join(folder, 'bin/install.mjs'))

  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', `import { installMissing } from './bin/install.mjs'; installMissing()`],
    { cwd: folder, encoding: 'utf8', env: { PATH: `${join(folder, 'fake')}${delimiter}${process.env['PATH']}` } },
  )
  return { stdout, stderr }
}

const zod = { version: '4.1.0' }
const onlyOnMacs = { version: '1.0.0', optional: true }

test('packages that are installed in the versions of the lock file are not installed again, however new that file is', () => {
  expect(askForInstall({ zod, fsevents: onlyOnMacs }, { zod })).toEqual({ stdout: '', stderr: '' })
})

test.each([
  ['of another version', { zod: { version: '4.0.9' } }],
  ['missing', {}],
  ['of another version, though optional', { zod, fsevents: { version: '0.9.0', optional: true } }],
])(
  'a package that is %s is installed before anything starts, and nothing of it is in what a shell evaluates',
  (_, installed) => {
    expect(askForInstall({ zod, fsevents: onlyOnMacs }, installed)).toEqual({
      stdout: '',
      stderr: expect.stringMatching(/\(npm ci\)[^\n]*…\nnpm ci\n/),
    })
  },
)
