import { spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { installMissing, projectNode, root } from './install.mjs'

installMissing()

const [stage, ...words] = process.argv.slice(2)
const known = stageNames()
if (!known.includes(stage)) {
  console.error(`Indica qué entorno desplegar: npm run deploy -- ${known.join(' | ')}`)
  process.exit(1)
}

console.log('Construyendo la web (vite build)…')
run('node_modules/vite/bin/vite.js', ['build', '--config', 'frontend/vite.config.ts'])
console.log(`Desplegando ${stage} (cdk deploy)…`)
run('node_modules/aws-cdk/bin/cdk', ['deploy', `HabitatInterior-${stage}`, ...words])

/** The stages of lib/stages.ts, asked of the Node that reads TypeScript. */
function stageNames() {
  const script = "import('./lib/stages.ts').then(({ stages }) => console.log(Object.keys(stages).join()))"
  return spawnSync(projectNode, ['-e', script], { cwd: root, encoding: 'utf8' }).stdout.trim().split(',')
}

/** Runs a program of the project on its own Node, for itself and for what it starts; ends the process when it fails. */
function run(program, args) {
  const { HABITAT_LOCAL: _, ...env } = process.env // what only the local product may contain stays out of the bundle
  const { status } = spawnSync(projectNode, [join(root, program), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...env, PATH: `${join(projectNode, '..')}${delimiter}${env.PATH}` },
  })
  if (status !== 0) process.exit(status ?? 1)
}
