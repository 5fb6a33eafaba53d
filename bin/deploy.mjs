import { spawnSync } from 'node:child_process'
import { installMissing, projectNode, root } from './install.mjs'

// A shell evaluates this output, and must neither go on nor keep the names of another stage where the command fails.
if (process.argv[2] === 'outputs') process.once('exit', (code) => code !== 0 && console.log(unsetOutputs()))

installMissing()

const { status } = spawnSync(projectNode, ['bin/deploy/main.ts', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
})
process.exit(status ?? 1)

function unsetOutputs() {
  const names = (process.env.StageOutputs ?? '').split(' ').filter((name) => /^\w+$/.test(name))
  return `unset StageOutputs ${names.join(' ')}; false`
}
