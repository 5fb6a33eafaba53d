import { parse } from 'csv-parse/sync'
import { JSDOM } from 'jsdom'
import { describe, expect, test } from 'vitest'
import type { AuditAction } from '#contract/audit'
import { carePathwayCorrectionReasonLabels, carePathwayStateLabels } from '#contract/care-pathway-labels'
import { createTableEntities } from '#data/entities'
import { WRITE_ID_ATTRIBUTE } from '#data/recognise-own-writes'
import { TTL_ATTRIBUTE } from '#data/table'
import { findExportColumn, exportGroupTitlePrefixes } from '../../../functions/privacy/find-export-column.ts'
import { itemPrivacyRulesByEntity } from '../../../functions/privacy/item-privacy-rules.ts'
import { refundOriginLabels } from '../../../functions/privacy/stored-value-labels.ts'
import { exportPageChapters } from '../../../functions/privacy/export-page.ts'
import { downloadDataExport, createReadyDataExport, requestOwnDataExport } from '../../support/data-exports.ts'
import { seedWholeCustomer } from '../../support/whole-customer.ts'
import { createPrivacySetup } from '../../support/privacy-setup.ts'

const entities = createTableEntities({ table: '-' })

const shownAttributes = Object.entries(itemPrivacyRulesByEntity).flatMap(([name, { file, without = [] }]) => {
  if (!file) return []
  const { attributes } = entities[name as keyof typeof entities].schema
  return Object.entries(attributes as Readonly<Record<string, unknown>>)
    .filter(([attribute]) => !without.includes(attribute) && attribute !== TTL_ATTRIBUTE)
    .flatMap(([attribute, of]) => pathsOf(attribute, of as Attribute).map((path) => [file, path] as const))
})

const shownFiles = [...new Set(shownAttributes.map(([file]) => file))]

/** Choices that are exported as stored: units, and terms of the specification. */
const isWord = (choice: string) => /[A-ZÁÉÍÓÚ ]/.test(choice) || ['mg', 'g', 'mcg', 'ml', ...doseForms].includes(choice)
const doseForms = ['comprimidos', 'dosificador', 'gotas']

interface Attribute {
  readonly type?: unknown
  readonly properties?: Readonly<Record<string, unknown>>
  readonly items?: string | readonly string[] | Attribute
}

function choicesOf(
  name: string,
  { type, properties = {}, items }: Attribute,
): (readonly [path: string, choice: string])[] {
  const own = [type, items].find((each): each is readonly string[] => Array.isArray(each)) ?? []
  const inner = Object.entries(properties).flatMap(([key, of]) =>
    choicesOf(name in exportGroupTitlePrefixes ? `${name}.${key}` : key, of as Attribute),
  )
  const each = typeof items === 'object' && !Array.isArray(items) ? choicesOf(name, items as Attribute) : []
  return [...own.map((choice) => [name, choice] as const), ...inner, ...each]
}

const storedChoices = Object.entries(itemPrivacyRulesByEntity).flatMap(([name, { file, without = [] }]) => {
  if (!file) return []
  const { attributes } = entities[name as keyof typeof entities].schema
  return Object.entries(attributes as Readonly<Record<string, unknown>>)
    .filter(([attribute]) => !without.includes(attribute))
    .flatMap(([attribute, of]) => choicesOf(attribute, of as Attribute).map((each) => [file, ...each] as const))
    .filter(([, path, choice]) => !findExportColumn(file, path).technical && !isWord(choice))
})

function pathsOf(name: string, { properties, items }: Attribute): string[] {
  if (properties)
    return Object.keys(properties).map((inner) => (name in exportGroupTitlePrefixes ? `${name}.${inner}` : inner))
  if (typeof items !== 'object' || !('properties' in items)) return [name]
  return [name, ...Object.keys(items.properties ?? {})]
}

const aDownload = async () => (await downloadDataExport(await createReadyDataExport())).files

const rowsOf = (files: Map<string, Buffer>, file: string) =>
  parse<Record<string, string>>(files.get(`datos/${file}.csv`) ?? '', { bom: true, columns: true, delimiter: ';' })

describe('A-51 the download in words', () => {
  test.each(shownFiles)('%s has a head in Spanish for every attribute there can be', (file) => {
    for (const [, path] of shownAttributes.filter(([each]) => each === file)) {
      const { title } = findExportColumn(file, path)

      expect(title, path).toMatch(/^[A-ZÁÉÍÓÚ]/)
      expect(title).not.toBe(path)
    }
  })

  test.each([...new Set(storedChoices.map(([file]) => file))])('%s tells every stored choice in words', (file) => {
    for (const [, path, choice] of storedChoices.filter(([each]) => each === file))
      expect(findExportColumn(file, path).read?.(choice) ?? choice, path).not.toBe(choice)
  })

  test('no cell of any table holds a stored choice, inside what was written or done either', async () => {
    const files = await aDownload()
    const ofLog = [carePathwayStateLabels, carePathwayCorrectionReasonLabels, refundOriginLabels].flatMap(Object.keys)
    const choices = new Set([...storedChoices.map(([, , choice]) => choice), ...ofLog])

    for (const [name, content] of files) {
      if (!name.endsWith('.csv')) continue
      const words = content
        .toString()
        .split(/[\n:;|,"()]/)
        .map((word) => word.trim())
      expect(
        words.filter((word) => choices.has(word)),
        name,
      ).toEqual([])
    }
  })

  test('no file has the marks by which the table knows its writes again', async () => {
    const setup = await createPrivacySetup()
    await seedWholeCustomer(setup)
    const { data } = setup.practice
    for (const { customerId } of (await data.customers.scan.go()).data)
      await data.customers.patch({ customerId }).set({ name: 'Marta Marcada' }).go()
    await setup.makeQueued()

    const { files } = await downloadDataExport(setup)

    expect([...files.values()].join('')).toContain('Marcada')
    for (const [path, bytes] of files) expect(bytes.toString('utf8'), path).not.toContain(WRITE_ID_ATTRIBUTE)
  })

  test('no file has two columns of one head', () => {
    for (const file of shownFiles) {
      // A list element may have the label of a column beside it.
      const paths = new Set(shownAttributes.flatMap(([each, path]) => (each === file ? path : [])))
      const titles = [...paths].map((path) => findExportColumn(file, path).title)
      const repeated = titles.filter((title, n) => titles.indexOf(title) !== n)

      expect(repeated, file).toEqual([])
    }
  })

  test('no cell of any table holds JSON, an instant of UTC or a stored word', async () => {
    const files = await aDownload()

    for (const name of [...files.keys()].filter((each) => each.endsWith('.csv'))) {
      const [heads = [], ...rows] = parse(files.get(name) ?? '', { bom: true, delimiter: ';' })

      expect(heads.length, name).toBeGreaterThan(0)
      for (const cell of rows.flat()) {
        // Names of nested attributes.
        expect(cell, name).not.toMatch(/(^|[;(|] ?)[a-z]\w*: /)
        expect(cell, name).not.toMatch(/^[[{]|"\w+":|\d{4}-\d\d-\d\dT|^(true|false|completed|scheduled|active)$/)
      }
    }
  })

  test('who did something is the client or the practice, without a name or an id of anybody there', async () => {
    const files = await aDownload()

    expect(rowsOf(files, 'analiticas')).toMatchObject([{ 'Publicado por': 'El equipo' }])
    expect(rowsOf(files, 'resumenes-de-consulta')).toMatchObject([{ 'Enviado por': 'El equipo' }])
    expect(rowsOf(files, 'cuestionario')).toMatchObject([{ 'Guardado por': 'Tú' }])
  })

  test('what a guardian authorised before they were asked again is in it, with who signed what, when and from where', async () => {
    const [row = {}] = rowsOf(await aDownload(), 'autorizacion-de-tutor')

    expect(row['Autorizaciones anteriores']).toMatch(
      /Carmen Gil[^]*Versión del texto: 2026-11[^]*Firmado como: Carmen Gil[^]*Autorizado el: \d\d\/\d\d\/\d{4}[^]*203\.0\.113\.9/,
    )
  })

  test('what stands in one cell is told in the order in which a person reads it', async () => {
    const files = await aDownload()

    expect(rowsOf(files, 'analiticas')[0]?.['Valores']).toBe(
      'Marcador: Calprotectina; Valor: <38; Unidad: µg/g; Intervalo del laboratorio: menos de 50',
    )
    expect(rowsOf(files, 'presupuestos-aceptados')[0]?.['Opción']).toMatch(
      /^Número de la opción: 2; Nombre: Completo; Incluye: .*; No incluye: .*; Consultas: .*; Analíticas: .*; Precio: 420,00 €/,
    )
  })

  test('lists are read with commas, money in euros, days and hours as Madrid has them', async () => {
    const files = await aDownload()

    expect(rowsOf(files, 'suplementos')).toMatchObject([
      { Nombre: 'Magnesio', Cantidad: '1', 'Momentos del día': 'Noche', Desde: '20/11/2026', Estado: 'Activo' },
    ])
    expect(rowsOf(files, 'pagos')).toMatchObject([
      { Concepto: 'Primera consulta', Importe: '80,00 €', Estado: 'Pagado', 'Pagado el': '02/10/2026 10:00' },
    ])
    expect(rowsOf(files, 'consultas').map((row) => row['Fecha y hora'])).toContain('24/11/2026 11:00')
    expect(rowsOf(files, 'cuestionario')).toMatchObject([{ 'Peso (kg)': '60', Notas: 'Notas de Lucía Ferrer' }])
  })

  test('one page shows it all in the order in which a person asks, and needs no program to be read', async () => {
    const html = (await aDownload()).get('tus-datos.html')?.toString() ?? ''
    const { document } = new JSDOM(html).window

    expect(document.documentElement.lang).toBe('es')
    expect([...document.querySelectorAll('h2')].map(({ textContent }) => textContent)).toEqual([
      'Quién eres',
      'Tu cuestionario de salud',
      'Tus suplementos',
      'Tus análisis y facturas',
      'Tu proceso',
      'Tus consultas',
      'Tus pagos',
      'Tus consentimientos',
      'Tus mensajes',
      'Lo que te hemos escrito',
      'Tu acceso',
      'Quién ha visto tus datos',
      'Lo que se ha hecho con tu ficha y tu cuenta',
      'Quién trata tus datos',
    ])
    for (const text of ['Lucía', 'Notas de Lucía Ferrer', 'Magnesio', '80,00 €', 'Carmen Gil', 'Móvil de Lucía']) {
      expect(document.body.textContent).toContain(text)
    }
    expect(document.querySelectorAll('script, link, img, iframe')).toHaveLength(0)
    expect(html).not.toMatch(/https?:|cus_|T09:00:00/)
  })

  test('every file of the download has its place on the page', () => {
    const places = exportPageChapters.flatMap(({ files: each }) => Object.keys(each))
    // Derived from the log entries of each affected person.
    const all = [
      ...Object.values(itemPrivacyRulesByEntity).flatMap(({ file }) => file ?? []),
      'quien-ha-visto-tus-datos',
    ]

    expect(places.toSorted((a, b) => a.localeCompare(b))).toEqual(
      [...new Set(all)].toSorted((a, b) => a.localeCompare(b)),
    )
  })

  test('what somebody wrote never becomes markup of the page', async () => {
    const setup = await createPrivacySetup({ firstName: '<img src=x onerror=alert(1)>' })
    await seedWholeCustomer(setup)
    await requestOwnDataExport(setup)
    await setup.makeQueued()

    const html = (await downloadDataExport(setup)).files.get('tus-datos.html')?.toString() ?? ''

    expect(new JSDOM(html).window.document.querySelectorAll('img')).toHaveLength(0)
    expect(html).toContain('&lt;img src=x')
  })
})

test('A-51 the download tells who has seen one’s data by name, and not their address', async () => {
  const files = await aDownload()

  expect(rowsOf(files, 'quien-ha-visto-tus-datos')).toEqual(
    expect.arrayContaining([
      {
        Quién: 'Elena Prado',
        Puesto: 'Administración',
        'Qué se abrió': 'Suplementos y tomas',
        'Fecha y hora': expect.stringMatching(/^21\/11\/2026 \d\d:\d\d$/),
      },
    ]),
  )
  expect(rowsOf(files, 'registro-de-actividad').map((row) => row['Qué pasó'])).not.toContain(
    'Datos de un cliente abiertos',
  )
  const page = new JSDOM(files.get('tus-datos.html')?.toString() ?? '').window.document.body.textContent
  expect(page).toMatch(/Quién ha visto tus datos.*Elena Prado/s)
  expect(files.get('datos/quien-ha-visto-tus-datos.json')?.toString()).not.toMatch(/usr_|198\.51\.100/)
})

interface ChangeEntry {
  readonly action: AuditAction
  readonly details: object
  readonly address?: string
}

async function downloadDetailsOf(change: ChangeEntry): Promise<readonly (string | undefined)[]> {
  const setup = await createPrivacySetup()
  const { practice, client } = setup
  const createdAt = practice.now().toISOString()
  await practice.data.auditEntries
    .create({
      auditId: 'aud_of-a-change',
      month: createdAt.slice(0, 7),
      createdAt,
      userId: 'usr_of-the-practice',
      subjectId: client.customerId,
      ...change,
    })
    .go()
  await requestOwnDataExport(setup)
  await setup.makeQueued()
  return rowsOf((await downloadDataExport(setup)).files, 'registro-de-actividad').map((row) => row['Detalles'])
}

test.each([
  ['CONSULTATION_STATUS_SET', 'Estado: Completada; Estado anterior: Completada'],
  ['SUPPLEMENT_CHANGED', 'Estado: Completado; Estado anterior: Completado'],
] as const)('A-51 of %s the log says the state in the words of the panel', async (action, words) => {
  const details = { old_status: 'completed', status: 'completed' }

  expect(await downloadDetailsOf({ action, details })).toContain(words)
})

test('A-51 of a client whose postal address was changed the log does not say that a network’s was', async () => {
  const details = { version: 2, fields: ['address', 'phone'] }

  expect(await downloadDetailsOf({ action: 'CUSTOMER_CHANGED', details, address: '203.0.113.7' })).toContainEqual(
    expect.stringMatching(/Datos cambiados: Dirección, Teléfono$/),
  )
})

test('A-51 of a consultation that was changed the log says in Spanish how it stood before', async () => {
  const details = {
    consultationId: 'con_1',
    old_data: { startsAt: '2026-11-25T10:00:00.000Z', durationMinutes: 60, type: 'general', priceCents: 6000 },
    new_data: { startsAt: '2026-11-26T10:00:00.000Z', durationMinutes: 90, type: 'revision', priceCents: 8000 },
    fields: ['notes', 'roomUrl'],
  }

  expect(await downloadDetailsOf({ action: 'CONSULTATION_CHANGED', details })).toContain(
    [
      'Datos cambiados: Notas, Sala de la videollamada',
      'Antes: (Fecha y hora: 25/11/2026 11:00; Duración (minutos): 60; Tipo: General; Precio: 60,00 €)',
      'Después: (Fecha y hora: 26/11/2026 11:00; Duración (minutos): 90; Tipo: Revisión; Precio: 80,00 €)',
    ].join('; '),
  )
})
