import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { App, Stack } from 'aws-cdk-lib'
import { describe, expect, test } from 'vitest'
import { type PracticeLegalDetails, practiceLegalDetails } from '#contract/practice'
import { findBuiltSite, type SiteStamp } from '../../lib/built-site.ts'
import { findDeploymentObstacles, refuseDeployment } from '../../lib/deployable.ts'
import { deploymentStages } from '../../lib/stages.ts'
import { fullyConfiguredStage } from './synthesised.ts'

const CDK = 'node_modules/aws-cdk/bin/cdk'

function siteFor(stamp?: SiteStamp): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'deployable-')), 'site')
  if (stamp) writeFileSync(`${folder}.json`, JSON.stringify(stamp))
  return folder
}

function builtFor(stamp: SiteStamp): string {
  const folder = siteFor(stamp)
  mkdirSync(folder)
  writeFileSync(join(folder, 'index.html'), '')
  return folder
}

const realProduction = {
  ...deploymentStages.prod,
  domain: { name: 'habitatinterior.es', certificateArn: 'arn:aws:acm:us-east-1:111111111111:certificate/1' },
  mail: { identity: 'habitatinterior.es', sender: 'hola@habitatinterior.es' },
  alarmEmail: 'guardia@habitatinterior.es',
}

const realPractice: PracticeLegalDetails = {
  ...practiceLegalDetails,
  legalName: 'Robledal Salud, S. L. P.',
  taxId: 'B12345674',
  address: 'Plaza Mayor, 7, 40001 Segovia',
  email: 'consulta@robledal.es',
  phone: '+34 921 000 111',
  registry: 'Registro Mercantil de Segovia, hoja SG-1',
  privacyOfficer: { email: 'dpd@robledal.es' },
  profession: undefined,
}

describe('a stage is deployed with the site that was built for it', () => {
  test('and not without one', () => {
    expect(findBuiltSite('dev', {}, siteFor())).toEqual({
      problem: 'La web de dev no está construida: «npm run deploy -- dev» la construye.',
    })
  })

  test('nor with one whose build was not finished', () => {
    expect(findBuiltSite('dev', {}, siteFor({ stage: 'dev', siteUrl: '', google: false }))).toHaveProperty('problem')
  })

  test('nor with one of another stage', () => {
    const folder = builtFor({ stage: 'dev', siteUrl: '', google: false })

    expect(findBuiltSite('dev', {}, folder)).toEqual({ folder })
    expect(findBuiltSite('prod', {}, folder)).toEqual({
      problem: 'La web está construida para dev (sin dirección, sin Google): «npm run deploy -- prod» la construye.',
    })
  })

  test('nor with one for the address that it had before', () => {
    const folder = builtFor({ stage: 'prod', siteUrl: 'https://antes.es', google: false })

    expect(findBuiltSite('prod', realProduction, folder)).toHaveProperty('problem')
    expect(findBuiltSite('prod', { domain: { name: 'antes.es', certificateArn: '' } }, folder)).toEqual({ folder })
  })
})

test('AUTH-17 a site with the button of Google is not deployed where nobody can enter with it, nor the other way round', () => {
  const google = { clientId: 'client', clientSecretName: 'secret' }
  const [without, having] = [false, true].map((shown) => builtFor({ stage: 'dev', siteUrl: '', google: shown }))

  expect(findBuiltSite('dev', {}, without)).toEqual({ folder: without })
  expect(findBuiltSite('dev', { google }, having)).toEqual({ folder: having })
  expect(findBuiltSite('dev', {}, having)).toEqual({ problem: expect.stringContaining('con Google') })
  expect(findBuiltSite('dev', { google }, without)).toEqual({ problem: expect.stringContaining('sin Google') })
})

describe('example values are not deployed', () => {
  const site = { folder: 'site' }

  test('so production needs a sender and somebody who hears of alarms', () => {
    expect(findDeploymentObstacles('prod', deploymentStages.prod, site)[0]).toBe(
      'lib/stages.ts: mail.identity, mail.sender, alarmEmail de prod son ejemplos; escribe los valores reales.',
    )
  })

  test('and an owner with a tax id, a telephone and an entry in the register, which a stage without clients does without', () => {
    expect(findDeploymentObstacles('prod', realProduction, site)).toEqual([
      'functions/contract/practice.ts: legalName, taxId, address, email, phone, registry, privacyOfficer.email, profession.number de prod son ejemplos; escribe los valores reales.',
    ])
    expect(findDeploymentObstacles('dev', deploymentStages.dev, site)).toEqual([])
  })

  test.each(['taxId', 'phone', 'registry'] as const)('of which none may be left: %s', (name) => {
    const practice = { ...realPractice, [name]: practiceLegalDetails[name] }

    expect(findDeploymentObstacles('prod', realProduction, site, { practice })).toEqual([
      `functions/contract/practice.ts: ${name} de prod son ejemplos; escribe los valores reales.`,
    ])
  })

  test('nor any other value at an address that nobody can own', () => {
    const [sentence] = findDeploymentObstacles('prod', fullyConfiguredStage, site)

    expect(sentence).toContain(', domain.name ')
  })

  test('and real ones are', () => {
    expect(findDeploymentObstacles('prod', realProduction, site, { practice: realPractice })).toEqual([])
  })
})

test('new terms that clients were not told of are not deployed', () => {
  const changed = { announcements: [], version: '2027-1', launchVersion: '2026-11-5' }

  expect(
    findDeploymentObstacles(
      'prod',
      realProduction,
      { folder: 'site' },
      { practice: realPractice, publication: changed },
    ),
  ).toEqual([
    'functions/contract/legal-announcements.ts: Los textos de la versión 2027-1 no están anunciados: el último anuncio es «2026-11-5».',
  ])
})

test('`npx cdk deploy` of a stack that is refused ends with the sentence that says why', async () => {
  const app = new App({ analyticsReporting: false, builtinCloudFormationValidation: false })
  refuseDeployment(new Stack(app, 'Refused'), ['La web no está construida.'])
  const { directory } = app.synth()

  const deployed = promisify(execFile)(process.execPath, [CDK, 'deploy', 'Refused', '--app', directory])

  await expect(deployed).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('La web no está construida.'),
  })
})
