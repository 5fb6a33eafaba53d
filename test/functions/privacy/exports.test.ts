import { createHash } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { PutObjectCommand } from '@aws-sdk/client-s3'
import { describe, expect, test, vi } from 'vitest'
import { bucket } from '../../local/s3/s3-on-a-port.ts'
import { aCliente, aPasswordSession } from '../../support/people.ts'
import { auditActionsOf } from '../../support/practice.ts'
import { aPrivacyDesk, everyVersionIn } from '../../support/privacy-desk.ts'
import { downloaded, json, latest, ready, request } from '../../support/downloads.ts'
import { aLife } from '../../support/life.ts'

describe('A-51 the download of one’s own data', () => {
  test('FUN-12 is asked for with an empty body, made, and given as a ZIP with a dated name', async () => {
    const desk = await aPrivacyDesk()

    const asked = await request(desk)
    await desk.makeQueued()
    const { body } = await latest(desk)
    const { response } = await downloaded(desk)

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
    expect(await auditActionsOf(desk.practice)).toEqual(['EXPORT_REQUESTED', 'EXPORT_MADE'])
  })

  test('holds every kind of item of the person as the table has it, twice: as JSON and as CSV', async () => {
    const desk = await ready()

    const { files } = await downloaded(desk)

    const { customerId, userId } = desk.client
    const { data: supplements } = await desk.practice.data.clientSupplements.query.byCustomer({ customerId }).go()
    const { data: profile } = await desk.practice.data.users.get({ userId }).go()
    expect(json(files, 'datos/suplementos.json')).toEqual(supplements)
    expect(json(files, 'datos/perfil.json')).toEqual([profile])
    const tables = [...files.keys()].filter((name) => name.endsWith('.json') && name.startsWith('datos/'))
    expect(tables).toEqual(
      [
        'autorizacion-de-tutor',
        'avisos',
        'archivos',
        'condiciones-aceptadas',
        'consentimientos-de-salud',
        'consultas',
        'consultas-por-agendar',
        'cuestionario',
        'cuestionario-borrador',
        'cuestionario-versiones',
        'descargas',
        'ficha-de-cliente',
        'ficha-de-cliente-eliminada',
        'intentos-de-acceso',
        'justificantes',
        'pagos',
        'pautas-anteriores',
        'pedidos',
        'pedidos-abiertos',
        'perfil',
        'quien-ha-visto-tus-datos',
        'registro-de-actividad',
        'sesiones',
        'suplementos',
        'tomas',
        'verificacion-en-dos-pasos',
      ]
        .toSorted((a, b) => a.localeCompare(b))
        .map((name) => `datos/${name}.json`),
    )
    for (const name of tables) {
      const rows = json(files, name) as unknown[]
      const csv = files.get(name.replace('.json', '.csv'))
      expect(rows.length, name).toBeGreaterThan(0)
      expect(parse(csv ?? '', { bom: true, columns: true, delimiter: ';' }), name).toHaveLength(rows.length)
    }
    expect(files.get('LEEME.txt')?.toString()).toContain('a fecha de 21/11/2026')
  })

  test('holds the person’s files and receipts, byte for byte', async () => {
    const desk = await ready()

    const { files } = await downloaded(desk)

    expect(files.get('analiticas/2026-11-21 Análisis.pdf')?.toString()).toBe('los valores de lucía ferrer')
    expect(files.get('analiticas/2026-11-21 Análisis (2).pdf')?.toString()).toBe('otros valores')
    const receipt = [...files].find(([name]) => name.startsWith('facturas/justificante-'))
    expect(receipt?.[1].subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('names a file that came in the first half hour of a year for the day it was at the practice', async () => {
    const desk = await aPrivacyDesk()
    await aLife(desk)
    const { clientFiles } = desk.practice.data
    const { data: stored } = await clientFiles.scan.go()
    const analysis = stored.find(({ fileType }) => fileType === 'analytics')
    if (analysis) await clientFiles.put({ ...analysis, createdAt: '2026-12-31T23:30:00.000Z' }).go()
    await desk.makeQueued()

    const { files } = await downloaded(desk)

    expect([...files.keys()]).toContain('analiticas/2027-01-01 Análisis.pdf')
  })

  test('gives every file a name of its own, also to those who do not tell capitals apart', async () => {
    const desk = await aPrivacyDesk()
    await aLife(desk)
    const { clientFiles } = desk.practice.data
    const { data: stored } = await clientFiles.scan.go()
    const one = stored.filter(({ fileName, status }) => fileName === 'Análisis.pdf' && status === 'disponible')[0]
    for (const [n, fileName] of ['Análisis (2).pdf', 'ANÁLISIS.pdf'].entries()) {
      if (one) await clientFiles.put({ ...one, fileId: `fil_more-${n}`, fileName }).go()
    }
    await desk.makeQueued()

    const { files } = await downloaded(desk)

    const { files: listed } = json(files, 'manifest.json') as { files: { path: string }[] }
    const names = listed.map(({ path }) => path.toLowerCase())
    expect(names.filter((name) => name.includes('análisis'))).toHaveLength(4)
    expect(new Set(names).size).toBe(names.length)
  })

  test('closes with a manifest of sizes and SHA-256 of all that is in it', async () => {
    const { files } = await downloaded(await ready())

    const { files: listed, missing } = json(files, 'manifest.json') as {
      files: { path: string; sizeBytes: number; sha256: string }[]
      missing: string[]
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

  test('names a file that cannot be had, and holds all others', async () => {
    const desk = await aPrivacyDesk()
    await aLife(desk)
    const { data: stored } = await desk.practice.data.clientFiles.scan.go()
    await desk.practice.clientFiles.remove(stored[0]?.fileKey ?? '')
    await request(desk)
    await desk.makeQueued()

    const { files } = await downloaded(desk)

    expect(json(files, 'manifest.json')).toMatchObject({ missing: [expect.stringContaining('analiticas/')] })
    expect([...files.keys()].filter((name) => name.startsWith('analiticas/'))).toHaveLength(1)
  })

  test('tells neither secrets of the account nor who of the practice did something', async () => {
    const { files } = await downloaded(await ready())

    const all = Buffer.concat([...files.values()]).toString()
    for (const secret of ['sealed-secret', 'hash-of-a-code', '198.51.100.9', 'usr_boss'])
      expect(all).not.toContain(secret)
    expect(all).toContain('equipo')
  })

  test('runs no formula that somebody wrote into a field', async () => {
    const desk = await aPrivacyDesk({ firstName: '=HYPERLINK("http://evil.test")' })
    await request(desk)
    await desk.makeQueued()

    const { files } = await downloaded(desk)

    expect(files.get('datos/perfil.csv')?.toString()).toContain("'=HYPERLINK")
  })
})

describe('asking for it', () => {
  test('again while it is being made changes nothing', async () => {
    const desk = await aPrivacyDesk()

    const answers = await Promise.all([request(desk), request(desk), request(desk)])

    expect(answers.map(({ body }) => body.state)).toEqual(['queued', 'queued', 'queued'])
    expect(await auditActionsOf(desk.practice)).toEqual(['EXPORT_REQUESTED'])
  })

  test('goes a few times a day', async () => {
    const desk = await aPrivacyDesk()
    for (let n = 0; n < 4; n++) {
      expect(await request(desk)).toMatchObject({ status: 200 })
      await desk.makeQueued()
    }

    expect(await request(desk)).toEqual({ status: 429, body: { code: 'too-many-attempts' } })
  })

  test('anew leaves one ZIP, in one version', async () => {
    const desk = await ready()

    await request(desk)
    await desk.makeQueued()

    const zips = (await everyVersionIn(desk, 'files')).filter((key) => key.endsWith('.zip'))
    expect(zips).toHaveLength(1)
  })

  test('after an hour without a word is possible again, and what hangs is shown as failed', async () => {
    const desk = await aPrivacyDesk()
    await request(desk)
    desk.practice.clock.advance({ hours: 1 })

    expect(await latest(desk)).toMatchObject({ body: { state: 'failed' } })
    expect(await request(desk)).toMatchObject({ body: { state: 'queued', requestedAt: '2026-11-21T10:00:00.000Z' } })
  })
})

describe('what was made', () => {
  test('is nobody else’s to see', async () => {
    const desk = await ready()
    const stranger = await aCliente(desk.practice)

    const { body } = await latest(desk, aPasswordSession(stranger, desk.practice))

    expect(body).toEqual({ state: 'none', requestedAt: null, progress: 0, download: null })
  })

  test('ERR-10 is refused when it is no ZIP', async () => {
    const desk = await ready()
    const [key] = (await everyVersionIn(desk, 'files')).filter((name) => name.endsWith('.zip'))
    await desk.s3.client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: '<html>' }))

    expect(await latest(desk)).toEqual({ status: 409, body: { code: 'export-not-zip' } })
  })

  test('is gone after seven days, in every version', async () => {
    const desk = await ready()
    desk.practice.clock.advance({ days: 7 })

    const swept = await desk.sweep()

    expect(swept).toEqual({ swept: 1 })
    expect(await latest(desk)).toMatchObject({ body: { state: 'none' } })
    expect((await everyVersionIn(desk, 'files')).filter((key) => key.endsWith('.zip'))).toEqual([])
    expect(await auditActionsOf(desk.practice)).toContain('EXPORT_REMOVED')
  })

  test('stays until then', async () => {
    const desk = await ready()
    desk.practice.clock.advance({ days: 7, seconds: -1 })

    expect(await desk.sweep()).toEqual({ swept: 0 })
    expect(await latest(desk)).toMatchObject({ body: { state: 'ready' } })
  })
})

describe('making it', () => {
  test('is tried three times, and then failed', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const desk = await aPrivacyDesk()
    await request(desk)
    Object.assign(desk.services.exportFiles, { write: () => Promise.reject(new Error('S3 does not answer')) })

    const states: string[] = []
    for (let n = 0; n < 3; n++) {
      const { batchItemFailures } = await desk.makeAgain()
      expect(batchItemFailures).toHaveLength(1)
      states.push((await latest(desk)).body.state)
    }

    expect(states).toEqual(['working', 'working', 'failed'])
    expect(await desk.makeAgain()).toEqual({ batchItemFailures: [] })
  })

  test('twice at once gives one ZIP that opens', async () => {
    const desk = await aPrivacyDesk()
    await request(desk)

    await Promise.all([desk.makeAgain(), desk.makeAgain()])

    const { files } = await downloaded(desk)
    expect(files.has('manifest.json')).toBe(true)
  })
})
