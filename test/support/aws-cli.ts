import { loadSdk, openAwsClient, readAwsCommand } from './aws-command.ts'

/*
 * The parts of the AWS CLI that runbooks use. Operations listed in `HABITAT_UNANSWERED`, which no stand-in implements,
 * are only checked against the AWS SDK.
 */
const words = process.argv.slice(2)

async function listObjects(address = ''): Promise<void> {
  const [, Bucket, Prefix] = /^s3:\/\/([^/]+)\/(.*)$/.exec(address) ?? []
  const sdk = await loadSdk('s3')
  const Listing = sdk['ListObjectsV2Command'] as new (input: object) => object
  const { Contents = [] } = (await openAwsClient(sdk).send(new Listing({ Bucket, Prefix }))) as {
    readonly Contents?: readonly { readonly Key: string; readonly Size: number }[]
  }
  for (const { Key, Size } of Contents) console.log(`2026-11-23 00:00:00 ${Size} ${Key}`)
}

async function ask(): Promise<void> {
  const { command, openClient } = await readAwsCommand(words)
  const unanswered = JSON.parse(process.env['HABITAT_UNANSWERED'] ?? '[]') as readonly string[]
  if (unanswered.includes(words.slice(0, 2).join(' '))) return
  const { $metadata: _, ...output } = (await openClient().send(command)) as { readonly $metadata: unknown }
  if (Object.keys(output).length > 0) console.log(JSON.stringify(output, null, 2))
}

await (words.slice(0, 3).join(' ') === 's3 ls --recursive' ? listObjects(words[3]) : ask())
