import { spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { installMissing, projectNode, root } from './install.mjs'

installMissing()

const [stage, ...words] = process.argv.slice(2)
const addresses = stageAddresses()
const known = Object.keys(addresses)
if (!known.includes(stage)) {
  console.error(`Indica qué entorno desplegar: npm run deploy -- ${known.join(' | ')}`)
  process.exit(1)
}

console.log('Construyendo la web…')
run('bin/build-site.ts', ['--stage', stage, '--site-url', addresses[stage]])
const cdk = 'node_modules/aws-cdk/bin/cdk'
const stack = `HabitatInterior-${stage}`
if (words.includes('--diff')) {
  // By the templates alone, for which the role that looks things up is enough.
  run(cdk, [
    'diff',
    stack,
    '--method',
    'template',
    '--context',
    'synthOnly=true',
    ...words.filter((word) => word !== '--diff'),
  ])
} else {
  console.log(`Desplegando ${stage} (cdk deploy)…`)
  run(cdk, ['deploy', stack, ...words])
}

/** The address of each stage of lib/stages.ts, empty where it has none of its own; asked of the Node that reads TypeScript. */
function stageAddresses() {
  const script = `import('./lib/stages.ts').then(({ deploymentStages }) => console.log(JSON.stringify(
    Object.fromEntries(Object.entries(deploymentStages).map(([name, { domain }]) => [name, domain ? 'https://' + domain.name : '']))
  )))`
  return JSON.parse(spawnSync(projectNode, ['-e', script], { cwd: root, encoding: 'utf8' }).stdout)
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
