import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AssetHashType, DockerImage } from 'aws-cdk-lib'
import { type AssetCode, Code } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'
import { buildFunctionBundles } from '../function-bundles.ts'

/** Bundled once for all functions: shared code is read only once. */
let bundles: string | undefined

function buildOnce(): string {
  const folder = buildFunctionBundles(mkdtempSync(join(tmpdir(), 'habitat-bundles-')))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Context with a folder of bundles that are made already: a run of the tests synthesises several times. */
export const BUNDLES_CONTEXT = 'habitat:bundles'

/**
 * With the AWS SDK it was tested with; a test loads and calls every bundle. NodejsFunction would start npx
 * and a separate build per function.
 */
export const bundleFunctionCode = (scope: Construct, entry: string): AssetCode =>
  Code.fromAsset('functions', {
    bundling: {
      // Never pulled: what is made on this machine needs no container.
      image: DockerImage.fromRegistry('none'),
      // By this the CDK tells one bundle from another: it stages what has the same source and options once.
      command: [entry],
      local: {
        tryBundle: (outputFolder) => {
          const given: unknown = scope.node.tryGetContext(BUNDLES_CONTEXT)
          cpSync(join(typeof given === 'string' ? given : (bundles ??= buildOnce()), entry), outputFolder, {
            recursive: true,
          })
          return true
        },
      },
    },
    assetHashType: AssetHashType.OUTPUT,
  })
