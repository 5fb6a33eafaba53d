import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AssetHashType, DockerImage } from 'aws-cdk-lib'
import { type AssetCode, Code } from 'aws-cdk-lib/aws-lambda'
import { buildSync } from 'esbuild'
import { domainLambdaVariables, nonApiLambdaVariables } from '#platform/lambdas'

const entries = [
  ...Object.keys(domainLambdaVariables).map((domain) => `${domain}/handler`),
  ...Object.keys(nonApiLambdaVariables).map((trigger) => `${trigger}.handler`),
]

/** Bundled once for all functions: shared code is read only once. */
let bundles: string | undefined

function buildAll(): string {
  const folder = mkdtempSync(join(tmpdir(), 'habitat-bundles-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  buildSync({
    entryPoints: entries.map((entry) => ({ in: `functions/${entry}.ts`, out: `${entry}/index` })),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    mainFields: ['module', 'main'],
    minify: true,
    sourcemap: true,
    sourcesContent: false,
    // What is CommonJS all the same (electrodb, nodemailer) asks with require(), which an ES module does not have.
    banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
    logLevel: 'warning',
  })
  return folder
}

/**
 * One file, with the AWS SDK it was tested with; a test loads and calls every bundle. NodejsFunction would start npx
 * and a separate build per function.
 */
export const bundleFunctionCode = (entry: string): AssetCode =>
  Code.fromAsset('functions', {
    bundling: {
      // Never pulled: what is made on this machine needs no container.
      image: DockerImage.fromRegistry('none'),
      // By this the CDK tells one bundle from another: it stages what has the same source and options once.
      command: [entry],
      local: {
        tryBundle: (outputFolder) => {
          bundles ??= buildAll()
          cpSync(join(bundles, entry), outputFolder, { recursive: true })
          return true
        },
      },
    },
    assetHashType: AssetHashType.OUTPUT,
  })
