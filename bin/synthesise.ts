import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { App } from 'aws-cdk-lib'
import { BUNDLES_CONTEXT } from '../lib/constructs/bundling.ts'
import { EdgeStack } from '../lib/edge-stack.ts'
import { PracticeStack } from '../lib/practice-stack.ts'
import { deploymentStages } from '../lib/stages.ts'
import { LOCAL_GOOGLE_CLIENT, LOCAL_MAIL_ADDRESS } from './local/addresses.ts'

/*
 * Synthesises the template for the local product: `prod`, with a sender and a Google client that the stand-ins accept.
 * `--out` is the output folder, `--site` a folder written by bin/build-site.ts, `--bundles` one with the functions'
 * bundles; `--restored-table` and `--stream-label` identify a restored table, `--user-pool-number` a pool that replaces
 * a lost one.
 */
const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'cdk.out' },
    site: { type: 'string' },
    bundles: { type: 'string' },
    'restored-table': { type: 'string' },
    'stream-label': { type: 'string', default: '' },
    'user-pool-number': { type: 'string', default: '1' },
  },
})
const { context } = JSON.parse(readFileSync('cdk.json', 'utf8')) as { context: Record<string, unknown> }
const app = new App({
  context: { ...context, ...(values.bundles && { [BUNDLES_CONTEXT]: resolve(values.bundles) }) },
  analyticsReporting: false,
  // Takes half of the time; `cdk synth`, `cdk deploy` and test/lib/valid-templates.test.ts do validate.
  builtinCloudFormationValidation: false,
  outdir: resolve(values.out),
})
new PracticeStack(app, 'prod', {
  ...deploymentStages.prod,
  google: { clientId: LOCAL_GOOGLE_CLIENT.clientId, clientSecretName: 'habitat-interior/google' },
  mail: { identity: LOCAL_MAIL_ADDRESS.split('@')[1] ?? '', sender: LOCAL_MAIL_ADDRESS },
  ...(values['restored-table'] && {
    restoredTable: { name: values['restored-table'], streamLabel: values['stream-label'] },
  }),
  userPoolNumber: Number(values['user-pool-number']),
  siteFolder: values.site && resolve(values.site),
})
new EdgeStack(app, 'prod')
app.synth()
