import { createHash } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { GetObjectCommand, PutObjectCommand, PutObjectTaggingCommand, S3ServiceException } from '@aws-sdk/client-s3'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { missingFileReasonLabels, type MissingFileReason } from '#contract/privacy'
import { testBucket } from '../../local/s3/start-test-s3.ts'
import { createCliente, createPasswordSessionClaims } from '../../support/people.ts'
import { listAuditedActions } from '../../support/practice.ts'
import { createPrivacySetup, listObjectVersionContents, type PrivacySetup } from '../../support/privacy-setup.ts'
import {
  downloadDataExport,
  parseExportedJson,
  getLatestDataExport,
  createReadyDataExport,
  requestOwnDataExport,
} from '../../support/data-exports.ts'
import { synchronizeNextReads } from '../../support/synchronize-next-writes.ts'
import { cleanUpAfterHooks } from '../../support/when-finished.ts'
import { seedWholeCustomer } from '../../support/whole-customer.ts'

/** Shared by read-only tests: a whole client and their ZIP take half a second. */
let ready: Awaited<ReturnType<typeof createReadyDataExport>>
beforeAll(async () => {
  ready = await createReadyDataExport()
  return cleanUpAfterHooks
  // As long as a test may take.
}, 30_000)

function refuseFile({ s3 }: PrivacySetup, key: string): void {
  const send = s3.client.send.bind(s3.client)
  const $metadata = { httpStatusCode: 403 }
  vi.spyOn(s3.client, 'send').mockImplementation(((command: object, ...more: []) =>
    command instanceof GetObjectCommand && command.input.Key === key
      ? Promise.reject(new S3ServiceException({ name: 'AccessDenied', $fault: 'client', $metadata }))
      : send(command as never, ...more)) as typeof send)
}

describe('A-51 the download of one’s own data', () => {
  test('FUN-12 is asked for with an empty body, made, and given as a ZIP with a dated name', async () => {
    const setup = await createPrivacySetup()

    const asked = await requestOwnDataExport(setup)
    await setup.makeQueued()
    const { body } = await getLatestDataExport(setup)
    const { response } = await downloadDataExport(setup)

    expect(asked).toMatchObject({ status: 200, body: { state: 'queued', progress: 0, download: null } })
    expect(body).toMatchObject({ state: 'ready', progress: 100, requestedAt: '2026-11-21T09:00:00.000Z' })
    expect(body.download).toMatchObject({
      fileName: 'habitat-interior-mis-datos-2026-11-21.zip',
      availableUntil: '2026-11-28T09:00:00.000Z',
      sizeBytes: Number(response.headers.get('content-length')),
    })
    expect(new URL(body.download?.url ?? '').searchParams.get('X-Amz-Expires')).toBe('60')
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="habitat-interior-mis-datos-2026-11-21\.zip"/,
    )
    expect(await listAuditedActions(setup.practice)).toEqual(['EXPORT_REQUESTED', 'EXPORT_MADE'])
  })

  test('holds every kind of item of the person as the table has it, twice: as JSON and as CSV', async () => {
    const { files } = await downloadDataExport(ready)

    const { customerId, userId } = ready.client
    const { data: supplements } = await ready.practice.data.clientSupplements.query.byCustomer({ customerId }).go()
    const { data: profile } = await ready.practice.data.users.get({ userId }).go()
    expect(parseExportedJson(files, 'datos/suplementos.json')).toEqual(supplements)
    // Without the practice's search data, which repeat the same words.
    const { searchTexts, searchRevision, ...own } = profile ?? {}
    expect([searchTexts, searchRevision]).not.toContain(undefined)
    expect(parseExportedJson(files, 'datos/perfil.json')).toEqual([own])
    const tables = [...files.keys()].filter((name) => name.endsWith('.json') && name.startsWith('datos/'))
    expect(tables).toEqual(
      [
        'autorizacion-de-tutor',
        'avisos',
        'analiticas',
        'analiticas-en-preparacion',
        'archivos',
        'condiciones-aceptadas',
        'consentimientos-de-salud',
        'consultas',
        'consultas-por-agendar',
        'cuestionario',
        'horas-propuestas',
        'horas-que-dejaste',
        'lista-de-espera',
        'cuestionario-borrador',
        'cuestionario-versiones',
        'notas-de-consulta',
        'notas-de-consulta-ediciones',
        'resumenes-de-consulta',
        'descargas',
        'devoluciones',
        'reclamaciones-al-banco',
        'ficha-de-cliente',
        'ficha-de-cliente-eliminada',
        'intentos-de-acceso',
        'justificantes',
        'pagos',
        'pautas-anteriores',
        'pedidos',
        'pedidos-abiertos',
        'perfil',
        'presupuestos',
        'presupuestos-aceptados',
        'proceso',
        'quien-ha-visto-tus-datos',
        'registro-de-actividad',
        'registro-semanal',
        'mensajes',
        'mensajes-estado',
        'sesiones',
        'suplementos',
        'tomas',
        'verificacion-en-dos-pasos',
      ]
        .toSorted((a, b) => a.localeCompare(b))
        .map((name) => `datos/${name}.json`),
    )
    for (const name of tables) {
      const rows = parseExportedJson(files, name) as unknown[]
      const csv = files.get(name.replace('.json', '.csv'))
      expect(rows.length, name).toBeGreaterThan(0)
      expect(parse(csv ?? '', { bom: true, columns: true, delimiter: ';' }), name).toHaveLength(rows.length)
    }
    const readme = files.get('LEEME.txt')?.toString() ?? ''
    expect(readme).toContain('a fecha de 21/11/2026')
    const folders = [...files.keys()].filter((name) => name.includes('/')).map((name) => name.split('/')[0] ?? '')
    expect([...new Set(folders)].filter((folder) => !readme.includes(`\n${folder}/`))).toEqual([])
  })

  test('holds the person’s files and receipts, byte for byte', async () => {
    const { files } = await downloadDataExport(ready)

    expect(files.get('analiticas/2026-11-21 Análisis.pdf')?.toString()).toBe('los valores de lucía ferrer')
    expect(files.get('analiticas/2026-11-21 Análisis (2).pdf')?.toString()).toBe('otros valores')
    const receipt = [...files].find(([name]) => name.startsWith('facturas/justificante-'))
    expect(receipt?.[1].subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('names a file that came in the first half hour of a year for the day it was at the practice', async () => {
    const setup = await createPrivacySetup()
    await seedWholeCustomer(setup)
    const { clientFiles } = setup.practice.data
    const { data: stored } = await clientFiles.scan.go()
    const analysis = stored.find(({ fileType }) => fileType === 'analytics')
    if (analysis) await clientFiles.put({ ...analysis, createdAt: '2026-12-31T23:30:00.000Z' }).go()
    await setup.makeQueued()

    const { files } = await downloadDataExport(setup)

    expect([...files.keys()]).toContain('analiticas/2027-01-01 Análisis.pdf')
  })

  test('gives every file a name of its own, also to those who do not tell capitals apart', async () => {
    const setup = await createPrivacySetup()
    await seedWholeCustomer(setup)
    const { clientFiles } = setup.practice.data
    const { data: stored } = await clientFiles.scan.go()
    const one = stored.filter(({ fileName, status }) => fileName === 'Análisis.pdf' && status === 'available')[0]
    for (const [n, fileName] of ['Análisis (2).pdf', 'ANÁLISIS.pdf'].entries()) {
      if (one) await clientFiles.put({ ...one, fileId: `fil_more-${n}`, fileName }).go()
    }
    await setup.makeQueued()

    const { files } = await downloadDataExport(setup)

    const { files: listed } = parseExportedJson(files, 'manifest.json') as { files: { path: string }[] }
    const names = listed.map(({ path }) => path.toLowerCase())
    expect(names.filter((name) => name.includes('análisis'))).toHaveLength(4)
    expect(new Set(names).size).toBe(names.length)
  })

  test('has what the client attached and did not send, and not what the practice may have chosen by mistake', async () => {
    const setup = await createPrivacySetup()
    await seedWholeCustomer(setup)
    const { clientFiles } = setup.practice.data
    const { data: stored } = await clientFiles.scan.go()
    const one = stored.filter(({ fileName, status }) => fileName === 'Análisis.pdf' && status === 'available')[0]
    const unsent = { fileType: 'message', createdAt: '2026-12-31T09:00:00.000Z' } as const
    const writers = { 'Mía.pdf': setup.client.userId, 'De otra.pdf': 'usr_practice' }
    for (const [fileName, uploadedBy] of Object.entries(writers)) {
      if (one) await clientFiles.put({ ...one, ...unsent, fileId: `fil_${fileName}`, fileName, uploadedBy }).go()
    }
    await setup.makeQueued()

    const { files } = await downloadDataExport(setup)

    const { files: listed } = parseExportedJson(files, 'manifest.json') as { files: { path: string }[] }
    const names = listed.map(({ path }) => path).join('\n')
    expect(names).toContain('Mía.pdf')
    expect(names).not.toContain('De otra.pdf')
    for (const [path, bytes] of files) expect(Buffer.from(bytes).toString('utf8'), path).not.toContain('De otra.pdf')
  })

  test('closes with a manifest of sizes and SHA-256 of all that is in it', async () => {
    const { files } = await downloadDataExport(ready)

    const { files: listed, missing } = parseExportedJson(files, 'manifest.json') as {
      files: { path: string; sizeBytes: number; sha256: string }[]
      missing: object[]
    }
    const measured = [...files]
      .filter(([name]) => name !== 'manifest.json')
      .map(([path, bytes]) => ({
        path,
        sizeBytes: bytes.byteLength,
        sha256: createHash('sha256').update(bytes).digest('hex'),
      }))
    expect(listed).toEqual(measured)
    expect(missing).toEqual([])
  })

  test('says which file cannot be had and why, in the manifest, for people and in the panel, and holds all others', async () => {
    const setup = await createPrivacySetup()
    await seedWholeCustomer(setup)
    const { data: stored } = await setup.practice.data.clientFiles.scan.go()
    await setup.practice.clientFiles.removeVersions({ key: stored[0]?.fileKey ?? '' })
    await requestOwnDataExport(setup)
    await setup.makeQueued()

    const { files } = await downloadDataExport(setup)

    const path = expect.stringMatching(/^analiticas\/.* Análisis/)
    expect(parseExportedJson(files, 'manifest.json')).toMatchObject({
      missing: [{ path, reason: missingFileReasonLabels.gone }],
    })
    expect(files.get('FALTAN.txt')?.toString()).toContain(`Análisis.pdf: ${missingFileReasonLabels.gone}`)
    expect((await getLatestDataExport(setup)).body.missing).toEqual([
      { fileName: expect.stringContaining('Análisis.pdf'), because: 'gone' },
    ])
    expect([...files.keys()].filter((name) => name.startsWith('analiticas/'))).toHaveLength(1)
  })

  test.each<[string, string | undefined, MissingFileReason]>([
    ['the malware scan has not judged', undefined, 'under-review'],
    ['the malware scan could not judge', 'UNSUPPORTED', 'not-clean'],
    ['the malware scan has found infected', 'THREATS_FOUND', 'not-clean'],
  ])('says so of a file that %s, which is not given out', async (_, scanStatus, because) => {
    const setup = await createPrivacySetup()
    await seedWholeCustomer(setup)
    const Key = `${setup.client.customerId}/analytics/fil_analysis-1.pdf`
    const TagSet = scanStatus ? [{ Key: 'GuardDutyMalwareScanStatus', Value: scanStatus }] : []
    await setup.s3.client.send(new PutObjectTaggingCommand({ Bucket: testBucket, Key, Tagging: { TagSet } }))
    refuseFile(setup, Key)
    await requestOwnDataExport(setup)
    await setup.makeQueued()

    const { body } = await getLatestDataExport(setup)

    expect(body.missing).toEqual([{ fileName: expect.stringContaining('Análisis.pdf'), because }])
  })

  test('is not ready with a file missing that was found clean: it is tried again', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const setup = await createPrivacySetup()
    await seedWholeCustomer(setup)
    const Key = `${setup.client.customerId}/analytics/fil_analysis-1.pdf`
    const TagSet = [{ Key: 'GuardDutyMalwareScanStatus', Value: 'NO_THREATS_FOUND' }]
    await setup.s3.client.send(new PutObjectTaggingCommand({ Bucket: testBucket, Key, Tagging: { TagSet } }))
    refuseFile(setup, Key)
    await requestOwnDataExport(setup)

    const { batchItemFailures } = await setup.makeQueued()

    expect(batchItemFailures).toHaveLength(1)
  })

  test('names a file under review, which the client does not see yet', async () => {
    const setup = await createPrivacySetup()
    await seedWholeCustomer(setup)
    const { customerId } = setup.client
    const { data: stored } = await setup.practice.data.clientFiles.get({ customerId, fileId: 'fil_analysis-1' }).go()
    if (stored) await setup.practice.data.clientFiles.put({ ...stored, status: 'scanning' }).go()
    await requestOwnDataExport(setup)
    await setup.makeQueued()

    const { body } = await getLatestDataExport(setup)

    expect(body.missing).toEqual([{ fileName: expect.stringContaining('Análisis.pdf'), because: 'under-review' }])
  })

  test('tells neither secrets of the account nor who of the practice did something', async () => {
    const { files } = await downloadDataExport(ready)

    const all = Buffer.concat([...files.values()]).toString()
    for (const secret of ['sealed-secret', 'hash-of-a-code', '198.51.100.9']) expect(all).not.toContain(secret)
    expect(new Set(all.match(/usr_[\w-]+/g))).toEqual(new Set([ready.client.userId]))
    expect(all).toContain('equipo')
  })

  test('runs no formula that somebody wrote into a field', async () => {
    const setup = await createPrivacySetup({ firstName: '=HYPERLINK("http://evil.test")' })
    await requestOwnDataExport(setup)
    await setup.makeQueued()

    const { files } = await downloadDataExport(setup)

    expect(files.get('datos/perfil.csv')?.toString()).toContain("'=HYPERLINK")
  })
})

describe('asking for it', () => {
  test('again while it is being made changes nothing', async () => {
    const setup = await createPrivacySetup()

    const answers = await Promise.all([
      requestOwnDataExport(setup),
      requestOwnDataExport(setup),
      requestOwnDataExport(setup),
    ])

    expect(answers.map(({ body }) => body.state)).toEqual(['queued', 'queued', 'queued'])
    expect(await listAuditedActions(setup.practice)).toEqual(['EXPORT_REQUESTED'])
  })

  test('goes a few times a day', async () => {
    const setup = await createPrivacySetup()
    for (let n = 0; n < 4; n++) {
      expect(await requestOwnDataExport(setup)).toMatchObject({ status: 200 })
      await setup.makeQueued()
    }

    expect(await requestOwnDataExport(setup)).toEqual({ status: 429, body: { code: 'too-many-attempts' } })
  })

  test('anew leaves one ZIP, in one version', async () => {
    const setup = await createReadyDataExport()

    await requestOwnDataExport(setup)
    await setup.makeQueued()

    const zips = (await listObjectVersionContents(setup, 'files')).filter((key) => key.endsWith('.zip'))
    expect(zips).toHaveLength(1)
  })

  test('after an hour without a word is possible again, and what hangs is shown as failed', async () => {
    const setup = await createPrivacySetup()
    await requestOwnDataExport(setup)
    setup.practice.clock.advance({ hours: 1 })

    expect(await getLatestDataExport(setup)).toMatchObject({ body: { state: 'failed' } })
    expect(await requestOwnDataExport(setup)).toMatchObject({
      body: { state: 'queued', requestedAt: '2026-11-21T10:00:00.000Z' },
    })
  })

  test('after that hour is not begun by the message of the one before, which comes late', async () => {
    const setup = await createPrivacySetup()
    await requestOwnDataExport(setup)
    const deliverLate = await setup.takeDelivery()
    setup.practice.clock.advance({ hours: 1 })
    await requestOwnDataExport(setup)

    expect(await deliverLate()).toEqual({ batchItemFailures: [] })

    expect(await getLatestDataExport(setup)).toMatchObject({ body: { state: 'queued', progress: 0 } })
    await setup.makeQueued()
    expect(await getLatestDataExport(setup)).toMatchObject({
      body: { state: 'ready', requestedAt: '2026-11-21T10:00:00.000Z' },
    })
  })
})

describe('what was made', () => {
  test('is nobody else’s to see', async () => {
    const setup = await createReadyDataExport()
    const stranger = await createCliente(setup.practice)

    const { body } = await getLatestDataExport(setup, createPasswordSessionClaims(stranger, setup.practice))

    expect(body).toEqual({ state: 'none', requestedAt: null, progress: 0, missing: [], download: null })
  })

  test('ERR-10 is refused when it is no ZIP', async () => {
    const setup = await createReadyDataExport()
    const [key] = (await listObjectVersionContents(setup, 'files')).filter((name) => name.endsWith('.zip'))
    await setup.s3.client.send(new PutObjectCommand({ Bucket: testBucket, Key: key, Body: '<html>' }))

    expect(await getLatestDataExport(setup)).toEqual({ status: 409, body: { code: 'export-not-zip' } })
  })

  test('is gone after seven days, in every version', async () => {
    const setup = await createReadyDataExport()
    setup.practice.clock.advance({ days: 7 })

    const swept = await setup.sweep()

    expect(swept).toEqual({ swept: 1 })
    expect(await getLatestDataExport(setup)).toMatchObject({ body: { state: 'none' } })
    expect((await listObjectVersionContents(setup, 'files')).filter((key) => key.endsWith('.zip'))).toEqual([])
    expect(await listAuditedActions(setup.practice)).toContain('EXPORT_REMOVED')
  })

  test('stays until then', async () => {
    const setup = await createReadyDataExport()
    setup.practice.clock.advance({ days: 7, seconds: -1 })

    expect(await setup.sweep()).toEqual({ swept: 0 })
    expect(await getLatestDataExport(setup)).toMatchObject({ body: { state: 'ready' } })
  })
})

describe('making it', () => {
  test('is tried three times, and then failed', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const setup = await createPrivacySetup()
    await requestOwnDataExport(setup)
    Object.assign(setup.services.exportFiles, { write: () => Promise.reject(new Error('S3 does not answer')) })

    const states: string[] = []
    for (let n = 0; n < 3; n++) {
      const { batchItemFailures } = await setup.makeAgain()
      expect(batchItemFailures).toHaveLength(1)
      states.push((await getLatestDataExport(setup)).body.state)
    }

    expect(states).toEqual(['working', 'working', 'failed'])
    expect(await setup.makeAgain()).toEqual({ batchItemFailures: [] })
  })

  test('is tried again when the store of the files fails: no ZIP goes out that lacks them', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const setup = await createPrivacySetup()
    await seedWholeCustomer(setup)
    await requestOwnDataExport(setup)
    const send = setup.s3.client.send.bind(setup.s3.client)
    const failing = vi
      .spyOn(setup.s3.client, 'send')
      .mockImplementation(((command: object, ...more: []) =>
        command instanceof GetObjectCommand && !command.input.Key?.includes('/receipt/')
          ? Promise.reject(new S3ServiceException({ name: 'InternalError', $fault: 'server', $metadata: {} }))
          : send(command as never, ...more)) as typeof send)

    const failed = await setup.makeQueued()
    const meanwhile = (await getLatestDataExport(setup)).body.state
    failing.mockRestore()
    await setup.makeAgain()

    expect(failed.batchItemFailures).toHaveLength(1)
    expect(meanwhile).toBe('working')
    const { files } = await downloadDataExport(setup)
    expect(parseExportedJson(files, 'manifest.json')).toMatchObject({ missing: [] })
    expect([...files.keys()].filter((name) => name.startsWith('analiticas/'))).toHaveLength(2)
  })

  test('twice at once gives one ZIP that opens', async () => {
    const setup = await createPrivacySetup()
    await requestOwnDataExport(setup)
    synchronizeNextReads(setup.practice.data.dataExports, 2)

    await Promise.all([setup.makeAgain(), setup.makeAgain()])

    const { files } = await downloadDataExport(setup)
    expect(files.has('manifest.json')).toBe(true)
    const zips = (await listObjectVersionContents(setup, 'files')).filter((key) => key.endsWith('.zip'))
    expect(zips).toHaveLength(1)
    expect(await listAuditedActions(setup.practice)).toEqual(['EXPORT_REQUESTED', 'EXPORT_MADE'])
  })
})
