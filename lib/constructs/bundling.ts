import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { AssetHashType, DockerImage } from 'aws-cdk-lib'
import { type AssetCode, Code } from 'aws-cdk-lib/aws-lambda'
import { buildFunctionBundles } from '../function-bundles.ts'

/** Bundled once for all functions: shared code is read only once. */
let bundles: string | undefined

function buildOnce(): string {
  const folder = buildFunctionBundles()
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/**
 * With the AWS SDK it was tested with; a test loads and calls every bundle. NodejsFunction would start npx
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
          bundles ??= buildOnce()
          cpSync(join(bundles, entry), outputFolder, { recursive: true })
          return true
        },
      },
    },
    assetHashType: AssetHashType.OUTPUT,
  })
