import { expect, test } from 'vitest'
import { checkBackup } from '../../../bin/deploy/checks/backup.ts'
import { configuredStage, createCheckContext } from './context.ts'

const asked: { url: string; headers: Headers }[] = []

const askAbout = (answer: Response) => {
  asked.length = 0
  const fetch = async (url: string | URL, { headers }: RequestInit = {}) => {
    asked.push({ url: String(url), headers: new Headers(headers) })
    return answer
  }
  return checkBackup(createCheckContext({ stage: { ...configuredStage, backup: {} }, fetch }))
}

const settings = (optIn: boolean, management: boolean) =>
  Response.json({
    ResourceTypeOptInPreference: { DynamoDB: optIn, EFS: true },
    ResourceTypeManagementPreference: { DynamoDB: management },
  })

test.for([
  [true, true, 'ready', 'guarda la tabla'],
  [false, true, 'due', '«aws backup update-region-settings --region eu-west-1 '],
  [true, false, 'due', '«aws backup update-region-settings --region eu-west-1 '],
] as const)(
  'an account that lets AWS Backup keep tables (%s) and manage them (%s) is %s',
  async ([optIn, management, state, words]) => {
    expect(await askAbout(settings(optIn, management))).toEqual({ state, sentence: expect.stringContaining(words) })
    expect(asked[0]?.url).toBe('https://backup.eu-west-1.amazonaws.com/account-settings')
    expect(asked[0]?.headers.get('authorization')).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIATEST\/\d{8}\/eu-west-1\/backup\/aws4_request,/,
    )
  },
)

test('a refusal of AWS Backup says what it says, and is no green', async () => {
  await expect(askAbout(new Response('AccessDeniedException', { status: 403 }))).rejects.toThrow('403 AccessDenied')
})

test('a stage without backups asks nobody', async () => {
  expect(await checkBackup(createCheckContext())).toMatchObject({ state: 'ready' })
})
