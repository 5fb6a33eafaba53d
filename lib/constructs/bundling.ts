import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AssetHashType, DockerImage } from 'aws-cdk-lib'
import { type AssetCode, Code } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'
import { buildFunctionBundles } from '../function-bundles.ts'

let bundles: string | undefined

function buildOnce(): string {
  const folder = buildFunctionBundles(mkdtempSync(join(tmpdir(), 'habitat-bundles-')))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export const BUNDLES_CONTEXT = 'habitat:bundles'

/**
 * Includes the AWS SDK version it was tested with. `NodejsFunction` would start a process (npx) for each function.
 */
export const bundleFunctionCode = (scope: Construct, entry: string): AssetCode =>
  Code.fromAsset('functions', {
    bundling: {
      // Never pulled: bundling runs on this machine.
      image: DockerImage.fromRegistry('none'),
      // The CDK stages assets with the same source and options once; the entry tells the bundles apart.
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
