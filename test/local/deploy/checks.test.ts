import { ACMClient, DescribeCertificateCommand, ResourceNotFoundException } from '@aws-sdk/client-acm'
import { CloudFormationClient, DescribeStacksCommand, ListStackResourcesCommand } from '@aws-sdk/client-cloudformation'
import { CognitoIdentityProviderClient, GetProvisionedLimitCommand } from '@aws-sdk/client-cognito-identity-provider'
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { GetAccountCommand, GetEmailIdentityCommand, NotFoundException, SESv2Client } from '@aws-sdk/client-sesv2'
import { ListSubscriptionsByTopicCommand, SNSClient } from '@aws-sdk/client-sns'
import { GetParameterCommand, ParameterNotFound, SSMClient } from '@aws-sdk/client-ssm'
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts'
import { mockClient } from 'aws-sdk-client-mock'
import { beforeEach, describe, expect, test } from 'vitest'
import { checkAlarmAddress } from '../../../bin/deploy/checks/alarms.ts'
import { checkBootstrap, checkEdgeBootstrap } from '../../../bin/deploy/checks/bootstrap.ts'
import { checkCertificate, checkDomain } from '../../../bin/deploy/checks/certificate.ts'
import { checkCognitoQuotas } from '../../../bin/deploy/checks/cognito.ts'
import { checkCredentials } from '../../../bin/deploy/checks/credentials.ts'
import { checkLambdaConcurrency } from '../../../bin/deploy/checks/lambda.ts'
import { checkDmarc, checkMailAccess, checkMailIdentity, checkSpf } from '../../../bin/deploy/checks/mail.ts'
import { checkEdgeStackState, checkStackState } from '../../../bin/deploy/checks/stack-state.ts'
import { checkStageValues } from '../../../bin/deploy/checks/stage-values.ts'
import { chooseDeployment } from '../../../bin/deploy/deployment.ts'
import { destroyStage } from '../../../bin/deploy/destroy-stage.ts'
import type { Tools } from '../../../bin/deploy/tools.ts'
import { deploymentStages } from '../../../lib/stages.ts'
import { answerAsStageAt, configuredStage, createCheckContext, createTestClients, silentDns } from './context.ts'

const metadata = { $metadata: {}, message: '' }
const sts = mockClient(STSClient)
const ssm = mockClient(SSMClient)
const lambda = mockClient(LambdaClient)
const cognito = mockClient(CognitoIdentityProviderClient)
const ses = mockClient(SESv2Client)
const sns = mockClient(SNSClient)
const certificates = mockClient(ACMClient)
const cloudFormation = mockClient(CloudFormationClient)

beforeEach(() => {
  for (const client of [sts, ssm, lambda, cognito, ses, sns, certificates, cloudFormation]) client.reset()
})

const withoutMail = () => {
  const { mail: _, ...stage } = configuredStage
  return createCheckContext({ stage })
}

const credentials = () => checkCredentials(createTestClients().sts, 'eu-west-1')

describe('credentials', () => {
  test('say which account, which region and as whom', async () => {
    sts.on(GetCallerIdentityCommand).resolves({ Account: '111', Arn: 'arn:aws:sts::111:assumed-role/Deploy/ana' })

    expect(await credentials()).toEqual({
      accountId: '111',
      verdict: { state: 'ready', sentence: 'Cuenta 111, región eu-west-1, como assumed-role/Deploy/ana.' },
    })
  })

  test.for([
    ['CredentialsProviderError', 'aws sso login'],
    ['ExpiredTokenException', 'han caducado'],
    ['InvalidClientTokenId', 'AWS no acepta'],
  ] as const)('that are none (%s) end the checks with what to do', async ([name, words]) => {
    sts.on(GetCallerIdentityCommand).rejects(Object.assign(new Error('no'), { name }))

    const { accountId, verdict } = await credentials()

    expect(accountId).toBe('')
    expect(verdict).toEqual({ state: 'blocked', sentence: expect.stringContaining(words) })
  })

  test('of the root user are advised against', async () => {
    sts.on(GetCallerIdentityCommand).resolves({ Account: '111', Arn: 'arn:aws:iam::111:root' })

    expect((await credentials()).verdict.state).toBe('due')
  })
})

describe('the account is prepared for the CDK', () => {
  test.for([
    ['32', 'ready'],
    ['7', 'blocked'],
  ] as const)('with version %s: %s', async ([Value, state]) => {
    ssm.on(GetParameterCommand).resolves({ Parameter: { Value } })

    expect((await checkBootstrap(createCheckContext())).state).toBe(state)
  })

  test('or the command is named that prepares it', async () => {
    ssm.on(GetParameterCommand).rejects(new ParameterNotFound(metadata))

    expect(await checkBootstrap(createCheckContext())).toEqual({
      state: 'blocked',
      sentence: 'Falta preparar la cuenta: «npx cdk bootstrap aws://111111111111/eu-west-1».',
    })
  })

  test('also in us-east-1, where the web ACL of CloudFront is made, if the stage has one', async () => {
    ssm.on(GetParameterCommand).rejects(new ParameterNotFound(metadata))
    const context = createCheckContext()

    expect(await checkEdgeBootstrap(context)).toEqual({
      state: 'blocked',
      sentence: 'Falta preparar la cuenta: «npx cdk bootstrap aws://111111111111/us-east-1».',
    })
    const without = { ...context, stage: { ...context.stage, webApplicationFirewall: false } }
    expect((await checkEdgeBootstrap(without)).state).toBe('ready')
  })
})

test.for([
  [10, 'due'],
  [1000, 'ready'],
] as const)('%i concurrent executions of Lambda: %s', async ([ConcurrentExecutions, state]) => {
  lambda.on(GetAccountSettingsCommand).resolves({ AccountLimit: { ConcurrentExecutions } })

  expect((await checkLambdaConcurrency(createCheckContext())).state).toBe(state)
})

test.for([
  [120, 'ready'],
  [5, 'due'],
] as const)('%i calls a second at Cognito: %s', async ([ProvisionedLimitValue, state]) => {
  const LimitDefinition = { LimitClass: 'API_CATEGORY', Attributes: {} } as const
  cognito
    .on(GetProvisionedLimitCommand)
    .resolves({ Limit: { LimitDefinition, ProvisionedLimitValue, FreeLimitValue: 120 } })

  expect((await checkCognitoQuotas(createCheckContext())).state).toBe(state)
})

describe('the sender', () => {
  const verified = { VerifiedForSendingStatus: true, DkimAttributes: { Status: 'SUCCESS' } } as const

  test.for([
    ['is verified', verified, 'ready'],
    ['is not verified, and Cognito would refuse the user pool', { VerifiedForSendingStatus: false }, 'blocked'],
    ['lacks its DKIM records', { ...verified, DkimAttributes: { Status: 'PENDING' } }, 'due'],
  ] as const)('%s', async ([, identity, state]) => {
    ses.on(GetEmailIdentityCommand).resolves(identity)

    expect((await checkMailIdentity(createCheckContext())).state).toBe(state)
  })

  test('is unknown to SES', async () => {
    ses.on(GetEmailIdentityCommand).rejects(new NotFoundException(metadata))

    expect((await checkMailIdentity(createCheckContext())).state).toBe('blocked')
  })

  test('is not of the identity', async () => {
    const stage = { ...configuredStage, mail: { identity: 'habitat.es', sender: 'hola@otra.es' } }

    expect((await checkMailIdentity(createCheckContext({ stage }))).sentence).toContain('hola@otra.es')
  })

  test.for([
    [{ SendingEnabled: true, ProductionAccessEnabled: true }, 'ready', ''],
    [{ SendingEnabled: true, ProductionAccessEnabled: false }, 'due', 'production access'],
    [{ SendingEnabled: false, ProductionAccessEnabled: true }, 'due', 'suspendido'],
  ] as const)('may write to anybody: %j is %s', async ([account, state, words]) => {
    ses.on(GetAccountCommand).resolves(account)

    expect(await checkMailAccess(createCheckContext())).toEqual({ state, sentence: expect.stringContaining(words) })
  })

  test('that is none leaves the rest of mail undone, and says so', async () => {
    for (const check of [checkMailIdentity, checkMailAccess, checkSpf, checkDmarc])
      expect((await check(withoutMail())).sentence).toContain('Sin «mail»')
  })
})

const withText = (records: Readonly<Record<string, string[][]>>) =>
  createCheckContext({
    dns: { ...silentDns, resolveTxt: async (name) => records[name] ?? silentDns.resolveTxt(name) },
  })

describe('who may send in the name of the practice', () => {
  test.for([
    [[['v=spf1 include:amazonses.com ~all']], 'ready', 'admite a SES'],
    [[['v=spf1 include:otro.es -all'], ['google-site-verification=1']], 'due', 'añade «include:amazonses.com»'],
    [[['otra cosa']], 'due', 'crea el TXT'],
    [[['v=spf1 -all'], ['v=spf1 ~all']], 'due', 'únelos'],
  ] as const)('SPF %j: %s', async ([records, state, words]) => {
    ses.on(GetEmailIdentityCommand).resolves({})

    expect(await checkSpf(withText({ 'habitat.es': records.map((parts) => [...parts]) }))).toEqual({
      state,
      sentence: expect.stringContaining(words),
    })
  })

  test('SPF is looked for where the envelope says it comes from', async () => {
    ses.on(GetEmailIdentityCommand).resolves({
      MailFromAttributes: {
        MailFromDomain: 'correo.habitat.es',
        MailFromDomainStatus: 'SUCCESS',
        BehaviorOnMxFailure: 'USE_DEFAULT_VALUE',
      },
    })

    expect((await checkSpf(withText({ 'correo.habitat.es': [['v=spf1 ', 'include:amazonses.com ~all']] }))).state).toBe(
      'ready',
    )
  })

  test('DMARC is told with its policy, and asked for where there is none', async () => {
    expect((await checkDmarc(withText({ '_dmarc.habitat.es': [['v=DMARC1; p=reject']] }))).sentence).toContain(
      '(reject)',
    )
    expect((await checkDmarc(createCheckContext())).sentence).toContain('_dmarc.habitat.es')
  })
})

test.for([
  ['v=DMARC1; p=reject', 'hereda el DMARC de habitat.com.es (reject)'],
  ['v=DMARC1; p=reject; sp=none', 'hereda el DMARC de habitat.com.es (none)'],
] as const)('a sender below the domain of the practice inherits its DMARC: %s', async ([record, words]) => {
  const stage = {
    ...configuredStage,
    mail: { identity: 'correo.habitat.com.es', sender: 'hola@correo.habitat.com.es' },
  }
  const ask = (records: Readonly<Record<string, string[][]>>) => checkDmarc({ ...withText(records), stage })

  expect(await ask({ '_dmarc.habitat.com.es': [[record]] })).toEqual({
    state: 'ready',
    sentence: expect.stringContaining(words),
  })
  expect((await ask({ '_dmarc.com.es': [[record]] })).state).toBe('due')
})

describe("the domain's certificate", () => {
  const issued = { Status: 'ISSUED', DomainName: 'habitat.es', NotAfter: new Date('2027-05-01') } as const

  test.for([
    [{ ...issued, SubjectAlternativeNames: ['*.habitat.es'] }, 'ready', '2027-05-01'],
    [{ ...issued, SubjectAlternativeNames: ['www.habitat.es'] }, 'ready', ''],
    [issued, 'blocked', 'no es de www.habitat.es'],
    [{ ...issued, Status: 'PENDING_VALIDATION' }, 'blocked', 'sin validar'],
    [{ ...issued, Status: 'EXPIRED' }, 'blocked', 'EXPIRED'],
  ] as const)('%j: %s', async ([certificate, state, words]) => {
    const { SubjectAlternativeNames = [], ...rest } = { SubjectAlternativeNames: undefined, ...certificate }
    certificates.on(DescribeCertificateCommand).resolves({
      Certificate: { ...rest, SubjectAlternativeNames: [...SubjectAlternativeNames] },
    })

    expect(await checkCertificate(createCheckContext())).toEqual({ state, sentence: expect.stringContaining(words) })
  })

  test('is one of us-east-1, and there', async () => {
    const [domain] = [{ name: 'www.habitat.es', certificateArn: 'arn:aws:acm:eu-west-1:111111111111:certificate/1' }]
    certificates.on(DescribeCertificateCommand).rejects(new ResourceNotFoundException(metadata))

    expect((await checkCertificate(createCheckContext({ stage: { ...configuredStage, domain } }))).sentence).toContain(
      'us-east-1',
    )
    expect((await checkCertificate(createCheckContext())).sentence).toContain('No existe')
  })

  test('is followed by a name that leads to the distribution', async () => {
    const dns = { ...silentDns, resolve4: async () => ['192.0.2.1'] }
    const leadsTo = (...hosts: readonly string[]) =>
      checkDomain(createCheckContext({ dns, fetch: answerAsStageAt(...hosts) }))

    expect((await leadsTo('www.habitat.es', 'd111.cloudfront.net')).state).toBe('ready')
    expect(await leadsTo('d111.cloudfront.net')).toEqual({
      state: 'due',
      sentence: expect.stringContaining('www.habitat.es lleva a otro sitio'),
    })
    expect(await leadsTo()).toEqual({ state: 'due', sentence: expect.stringContaining('No se sabe adónde lleva') })
    expect(await checkDomain(createCheckContext())).toEqual({
      state: 'due',
      sentence: expect.stringContaining('d111.cloudfront.net'),
    })
    expect((await checkDomain(createCheckContext({ deployed: undefined }))).sentence).toContain('Después de desplegar')
  })
})

const withSubscription = (SubscriptionArn?: string) => {
  cloudFormation.on(ListStackResourcesCommand).resolves({
    StackResourceSummaries: [
      {
        LogicalResourceId: 'T',
        ResourceType: 'AWS::SNS::Topic',
        PhysicalResourceId: 'arn:topic',
        ResourceStatus: 'CREATE_COMPLETE',
        LastUpdatedTimestamp: new Date(0),
      },
    ],
  })
  sns.on(ListSubscriptionsByTopicCommand, { TopicArn: 'arn:topic' }).resolves({
    Subscriptions: SubscriptionArn ? [{ Endpoint: 'guardia@habitat.es', SubscriptionArn }] : [],
  })
  return checkAlarmAddress(createCheckContext())
}

describe('whoever hears of alarms', () => {
  test.for([
    ['arn:aws:sns:eu-west-1:1:topic:id', 'ready', 'recibe las alarmas'],
    ['PendingConfirmation', 'due', 'no ha confirmado'],
    [undefined, 'due', 'vuelve a desplegar'],
  ] as const)('has confirmed: %s is %s', async ([arn, state, words]) => {
    expect(await withSubscription(arn)).toEqual({ state, sentence: expect.stringContaining(words) })
  })

  test('is asked to confirm after the first deployment, or named in the first place', async () => {
    const { alarmEmail: _, ...stage } = configuredStage

    expect((await checkAlarmAddress(createCheckContext({ deployed: undefined }))).sentence).toContain('confírmalo')
    expect((await checkAlarmAddress(createCheckContext({ stage }))).sentence).toContain('nadie recibe')
  })
})

test.for([
  ['ROLLBACK_COMPLETE', 'ready', 'se repite'],
  ['ROLLBACK_FAILED', 'ready', 'se repite'],
  ['UPDATE_ROLLBACK_COMPLETE', 'ready', 'existe'],
  ['UPDATE_IN_PROGRESS', 'blocked', 'espera'],
  ['UPDATE_ROLLBACK_FAILED', 'blocked', 'rollback --stack-name HabitatInterior-prod --region eu-west-1»'],
  ['DELETE_FAILED', 'blocked', 'No se pudo borrar del todo'],
] as const)('a stack that is %s: %s', async ([status, state, words]) => {
  const deployed = { stackId: 'id', status, outputs: {} }

  expect(await checkStackState(createCheckContext({ deployed }))).toEqual({
    state,
    sentence: expect.stringContaining(words),
  })
})

test.for([
  ['UPDATE_COMPLETE', 'ready', 'existe'],
  ['UPDATE_IN_PROGRESS', 'blocked', 'espera'],
  ['UPDATE_ROLLBACK_FAILED', 'blocked', 'rollback --stack-name HabitatInterior-prod-edge --region us-east-1»'],
  ['DELETE_FAILED', 'blocked', 'delete-stack --stack-name HabitatInterior-prod-edge --region us-east-1»'],
] as const)('the stack in us-east-1, deployed first, that is %s: %s', async ([StackStatus, state, words]) => {
  const edge = { StackName: 'HabitatInterior-prod-edge', StackStatus, CreationTime: new Date(0) }
  cloudFormation.on(DescribeStacksCommand).resolves({ Stacks: [edge] })
  const context = createCheckContext()

  expect(await checkEdgeStackState(context)).toEqual({ state, sentence: expect.stringContaining(words) })
  const without = { ...context, stage: { ...context.stage, webApplicationFirewall: false } }
  expect((await checkEdgeStackState(without)).state).toBe('ready')
})

describe('a stack that could not be deleted', () => {
  const deployed = { stackId: 'id', status: 'DELETE_FAILED', outputs: {} }

  test('of a stage that `npm run destroy` refuses is deleted by a command that does not', async () => {
    const context = createCheckContext({ deployed })
    const tools = { clients: context.clients } as unknown as Tools

    const { sentence } = await checkStackState(context)

    await expect(destroyStage(context, { yes: true }, tools)).rejects.toThrow('prod no se borra')
    expect(sentence).not.toContain('npm run destroy')
    expect(sentence).toContain('«aws cloudformation delete-stack --stack-name HabitatInterior-prod --region eu-west-1»')
  })

  test('of any other stage is deleted by the command that deletes it', async () => {
    const { sentence } = await checkStackState(createCheckContext({ ...chooseDeployment('dev'), deployed }))

    expect(sentence).toContain('«npm run destroy -- dev»')
  })
})

test("the repository's production holds examples, which are not deployed", async () => {
  const context = createCheckContext({ stage: deploymentStages.prod })

  expect(await checkStageValues(context)).toEqual({
    state: 'blocked',
    sentence: expect.stringMatching(
      /^mail\.identity.* en lib\/stages\.ts\. .*taxId, .*functions\/contract\/practice\.ts\.$/,
    ),
  })
  expect((await checkStageValues(createCheckContext())).state).toBe('ready')
})
