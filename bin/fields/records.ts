interface Place {
  readonly file: string
  readonly edits: readonly (readonly [from: string, to: string])[]
}

interface NewField {
  readonly name: string
  readonly key: string
  readonly places: readonly Place[]
  readonly parts: readonly {
    readonly what: string
    readonly file: string
    readonly from: string
    readonly to: string
  }[]
  readonly test: readonly string[]
}

const text = (key: string, label: string) =>
  `${key}: createOptionalTextField('${label}', SingleLineText.check(z.maxLength(80))),`

const behind = (line: string, added: string): readonly [string, string] => [line, `${line}\n  ${added}`]

const withoutLabel = (file: string, label: string) => ({
  what: 'its label',
  file,
  from: `createOptionalTextField('${label}', SingleLineText`,
  to: 'createOptionalTextField(SingleLineText',
})

const customer = 'functions/contract/customer.ts'
const consultation = 'functions/contract/consultation.ts'
const supplement = 'functions/contract/client-supplement.ts'
const file = 'functions/contract/client-file.ts'
const person = 'functions/contract/person-name.ts'

export const sampleNewFields: readonly NewField[] = [
  {
    name: 'client',
    key: 'profession',
    places: [
      {
        file: customer,
        edits: [
          behind(
            "notes: createOptionalTextField('Notas', MultilineText.check(z.maxLength(4000))),",
            text('profession', 'Profesión'),
          ),
        ],
      },
      {
        file: 'frontend/src/features/customers/customer-personal-data-card.tsx',
        edits: [behind("notes: 'Sin notas',", "profession: 'No especificada',")],
      },
    ],
    parts: [withoutLabel(customer, 'Profesión')],
    test: ['customers/every-field'],
  },
  {
    name: 'consultation',
    key: 'room',
    places: [
      {
        file: consultation,
        edits: [
          behind(
            "notes: createOptionalTextField('Notas', MultilineText.check(z.maxLength(4000))),",
            text('room', 'Sala'),
          ),
        ],
      },
      {
        file: 'frontend/src/features/consultations/admin-booking-fields.tsx',
        edits: [behind("notes: 'Notas internas',", "room: 'Sala (opcional)',")],
      },
    ],
    parts: [withoutLabel(consultation, 'Sala')],
    test: ['consultations/every-field'],
  },
  {
    name: 'supplement',
    key: 'brand',
    places: [
      {
        file: supplement,
        edits: [
          behind(
            "duration: createOptionalTextField('Duración', SingleLineText.check(z.maxLength(80))),",
            text('brand', 'Marca'),
          ),
        ],
      },
      {
        file: 'functions/supplements/audit-details.ts',
        edits: [behind("duration: 'name',", "brand: 'name',")],
      },
    ],
    parts: [withoutLabel(supplement, 'Marca')],
    test: ['supplements/every-field'],
  },
  {
    name: 'file',
    key: 'laboratory',
    places: [
      {
        file,
        edits: [
          behind(
            "description: createOptionalTextField('Descripción', MultilineText.check(z.maxLength(500))),",
            text('laboratory', 'Laboratorio'),
          ),
          ['import { ItemNameText, MultilineText }', 'import { ItemNameText, MultilineText, SingleLineText }'],
        ],
      },
      {
        file: 'frontend/src/features/files/file-table.tsx',
        edits: [["{ description: '' }", "{ description: '', laboratory: 'Laboratorio: ' }"]],
      },
    ],
    parts: [withoutLabel(file, 'Laboratorio')],
    test: ['/files/every-field'],
  },
  {
    name: 'user',
    key: 'profession',
    places: [
      {
        file: person,
        edits: [
          behind(
            "lastName: { label: 'Apellidos', value: z.string(), entered: LastName },",
            text('profession', 'Profesión'),
          ),
          [
            "import { SingleLineText } from './text-schemas.ts'",
            "import { createOptionalTextField } from './record-fields.ts'\nimport { SingleLineText } from './text-schemas.ts'",
          ],
        ],
      },
      {
        file: 'frontend/src/features/account/account-data.tsx',
        edits: [behind("lastName: { autoComplete: 'family-name', required: true },", 'profession: {},')],
      },
    ],
    parts: [withoutLabel(person, 'Profesión')],
    test: ['account/every-field'],
  },
]

interface Derivation {
  readonly what: string
  readonly of: readonly string[]
  readonly file: string
  readonly from: string
  /** The same text without the field `KEY`. */
  readonly to: string
}

const all = ['client', 'consultation', 'supplement', 'file', 'user']
const record = 'functions/data/stored-record.ts'

export const fieldOmissionMutations: readonly Derivation[] = [
  {
    what: 'the attributes of the table',
    of: all,
    file: record,
    from: 'Object.entries(shape).map(([key, schema]) => [',
    to: "Object.entries(shape).filter(([key]) => key !== 'KEY').map(([key, schema]) => [",
  },
  {
    what: 'the mapping to the reply',
    of: all,
    file: record,
    from: 'getObjectKeys(shape).map((key) => [',
    to: "getObjectKeys(shape).map((key) => key === 'KEY' ? [key, null] : [",
  },
  {
    what: 'what is stored of an entry',
    of: all,
    file: record,
    from: '(entered[key] === null ? []',
    to: "(key === 'KEY' || entered[key] === null ? []",
  },
  {
    what: 'what is emptied by an edit',
    of: ['client', 'user'],
    file: record,
    from: 'getOptionalFieldKeys(fields).filter((key) => entered[key] === null)',
    to: "getOptionalFieldKeys(fields).filter((key) => key !== 'KEY' && entered[key] === null)",
  },
  {
    what: 'what an edit takes away',
    of: ['consultation'],
    file: record,
    from: 'getObjectKeys(before).filter((key) => after',
    to: "getObjectKeys(before).filter((key) => key !== 'KEY' && after",
  },
  {
    what: 'the changed fields of the audit log',
    of: ['client'],
    file: record,
    from: 'getObjectKeys(fields).filter((key) => (stored',
    to: "getObjectKeys(fields).filter((key) => key !== 'KEY' && (stored",
  },
  {
    what: 'the changed fields of the audit log',
    of: ['supplement'],
    file: 'functions/supplements/audit-details.ts',
    from: "inAuditLog[field] === 'name')",
    to: "field !== 'KEY' && inAuditLog[field] === 'name')",
  },
  {
    what: 'what is brought over when files or accounts come together',
    of: ['client', 'user'],
    file: record,
    from: 'const value = own[key] ?? other[key]',
    to: "const value = key === 'KEY' ? undefined : (own[key] ?? other[key])",
  },
  {
    what: 'the CSV file',
    of: ['client'],
    file: 'functions/customers/csv.ts',
    from: '...customerFieldNames.map(',
    to: "...customerFieldNames.filter((column) => column !== 'KEY').map(",
  },
  {
    what: 'the columns that are imported',
    of: ['client'],
    file: 'functions/customers/csv.ts',
    from: 'return customerFieldNames.find(',
    to: "return customerFieldNames.filter((column) => column !== 'KEY').find(",
  },
  {
    what: 'the names of the download',
    of: all,
    file: 'functions/privacy/find-export-column.ts',
    from: 'recordFieldLabels[attribute] ?? attribute',
    to: 'attribute',
  },
  {
    what: 'the form',
    of: ['client', 'consultation', 'user'],
    file: 'frontend/src/ui/form-text-values.ts',
    from: 'getObjectKeys(fields).map((field) => [',
    to: "getObjectKeys(fields).filter((field) => field !== 'KEY').map((field) => [",
  },
  {
    what: 'what is shown',
    of: ['client'],
    file: 'frontend/src/features/customers/customer-personal-data-card.tsx',
    from: '...customerFieldNames.map(',
    to: "...customerFieldNames.filter((field) => field !== 'KEY').map(",
  },
  {
    what: 'what is shown',
    of: ['consultation'],
    file: 'frontend/src/features/consultations/admin-consultation-row.tsx',
    from: 'getObjectKeys(bookingTextFields).map(',
    to: "getObjectKeys(bookingTextFields).filter((field) => field !== 'KEY').map(",
  },
  {
    what: 'the form',
    of: ['supplement'],
    file: 'frontend/src/features/supplements/dosing-fields.tsx',
    from: 'getObjectKeys(dosingFormTextAreas).map(',
    to: "getObjectKeys(dosingFormTextAreas).filter((field) => field !== 'KEY').map(",
  },
  {
    what: 'the details of a line of the grid',
    of: ['supplement'],
    file: 'frontend/src/features/supplements/protocol-line-details.tsx',
    from: 'getObjectKeys(dosingFormTextAreas).map(',
    to: "getObjectKeys(dosingFormTextAreas).filter((field) => field !== 'KEY').map(",
  },
  {
    what: 'a line of the grid',
    of: ['supplement'],
    file: 'frontend/src/features/supplements/protocol-lines.ts',
    from: '...toFormTextValues(dosingFormTextFields, first),',
    to: "...toFormTextValues(dosingFormTextFields, { ...first, KEY: '' }),",
  },
  {
    what: 'what the rows of a line of the grid share',
    of: ['supplement'],
    file: 'frontend/src/features/supplements/protocol-lines.ts',
    from: "[...getObjectKeys(sharedFields), 'status']",
    to: "[...getObjectKeys(sharedFields).filter((key) => key !== 'KEY'), 'status']",
  },
  {
    what: 'the request of the grid',
    of: ['supplement'],
    file: 'frontend/src/features/supplements/protocol-lines.ts',
    from: '    ...course,\n',
    to: "    ...{ ...course, KEY: '' },\n",
  },
  {
    what: 'the form of an upload',
    of: ['file'],
    file: 'frontend/src/features/files/upload-form.tsx',
    from: 'getObjectKeys(fileTextFields).map(',
    to: "getObjectKeys(fileTextFields).filter((field) => field !== 'KEY').map(",
  },
  {
    what: 'what is shown',
    of: ['file'],
    file: 'frontend/src/features/files/file-table.tsx',
    from: 'getObjectKeys(fileTextFields).map(',
    to: "getObjectKeys(fileTextFields).filter((field) => field !== 'KEY').map(",
  },
]
