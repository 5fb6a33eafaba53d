import { describe, expect, test } from 'vitest'
import { consultationTypes } from '#contract/consultation'
import { weekdays } from '#contract/opening-hours'
import { type ContractMistake, listContractMistakes } from '../support/contract-mistakes.ts'

const ofEachType = (field: string, types: readonly string[] = consultationTypes) =>
  types.map((type) => `consultations types.${type}${field}`)
const ofEachDay = (field = '') => weekdays.map((day) => `consultations ${day}${field}`)
const notSold = consultationTypes.filter((type) => type !== 'primera_consulta')

/** Sentences of the forms' own, with the fields of which they are said. */
const ownWords: readonly (readonly [string, readonly string[]])[] = [
  ['Ponle un nombre', ['messages name', 'supplements name']],
  ['Escribe la respuesta', ['messages text']],
  ['La plantilla necesita al menos un suplemento', ['supplements lines']],
  [
    'Escribe la cantidad en al menos un momento',
    ['supplements change.*.doses', 'supplements lines.*.doses', 'supplements prescribe.*.doses'],
  ],
  [
    'Cada suplemento puede cambiar una sola vez',
    [
      'supplements change.*.clientSupplementIds.*',
      'supplements finish.*',
      'supplements seen',
      'supplements seen.*.clientSupplementId',
    ],
  ],
  ['1 vez al día, pero no has marcado ningún momento', ['supplements times']],
  ['Al menos 8 caracteres', ['account newPassword', 'account password']],
  ['Apellidos demasiado cortos', ['account lastName']],
  ['Apellidos demasiado largos', ['account lastName']],
  [
    'Cada elemento puede tener como máximo 80 caracteres',
    [
      'questionnaire currentMedications.*',
      'questionnaire digestiveIssues.*',
      'questionnaire foodAllergies.*',
      'questionnaire healthGoals.*',
      'questionnaire medicalConditions.*',
      'questionnaire supplementsCurrentlyTaking.*',
    ],
  ],
  ['Escribe el laboratorio', ['files laboratory']],
  ['Escribe el método', ['files method']],
  ['Escribe el valor como está impreso', ['files values.*.value']],
  ['Escribe qué se ha medido', ['files values.*.marker']],
  ['Puedes anotar como máximo 150 valores', ['files values']],
  ['Con un solo momento basta una cantidad', ['supplements doses']],
  ['Código de descuento no válido', ['payments discountCode']],
  ['Código inválido', ['mfa recoveryCode']],
  ['El aviso no puede ser menor que 0 horas', ['consultations noticeHours']],
  ['El aviso puede ser como máximo de 336 horas (dos semanas)', ['consultations noticeHours']],
  ['El último día no puede ser anterior al primero', ['consultations closures.*.from', 'consultations closures.*.to']],
  ['Un cierre puede durar como máximo un año', ['consultations closures.*.from', 'consultations closures.*.to']],
  ['Elige al menos una hora', ['consultations slots']],
  ['Elige cada cuánto se ofrecen las horas', ['consultations startEveryMinutes']],
  [
    'Indica el día',
    [
      'consultations closures.*',
      'consultations closures.*.from',
      'consultations closures.*.to',
      'consultations extraOpenings.*',
      'consultations extraOpenings.*.day',
    ],
  ],
  ['Indica el motivo', ['consultations closures.*.reason']],
  ['Indica al menos 1 minuto', ['consultations heldMinutes']],
  ['Indica los minutos', ['consultations heldMinutes']],
  [
    'Indica la hora',
    ['consultations extraOpenings', ...ofEachDay()]
      .flatMap((list) => ['', '.closesAt', '.opensAt'].map((field) => `${list}.*${field}`))
      .toSorted(),
  ],
  ['Indica la pausa, aunque sea 0', [...ofEachType(''), ...ofEachType('.pauseMinutes')].toSorted()],
  ['Indica las horas de aviso', ['consultations noticeHours']],
  ['Indica los días', ['consultations horizonDays']],
  ['Indica los días laborables', ['consultations answerDays']],
  ['Pueden ser como máximo 10 días laborables', ['consultations answerDays']],
  ['Tiene que ser al menos 1 día laborable', ['consultations answerDays']],
  ['La pausa máxima es de 120 minutos', ofEachType('.pauseMinutes').toSorted()],
  ['La pausa no puede ser menor que 0', ofEachType('.pauseMinutes').toSorted()],
  ['La pausa va de 5 en 5 minutos', ofEachType('.pauseMinutes').toSorted()],
  ['La semana se nombra por su lunes', ['consultations week']],
  ['No puede durar menos de los 30 minutos que se venden', ['consultations types.primera_consulta.durationMinutes']],
  ['Pueden ser como máximo 365 días', ['consultations horizonDays']],
  ['Tiene que ser al menos 1 día', ['consultations horizonDays']],
  ['Debes aceptar los Términos y la Política de Privacidad', ['account acceptedTerms']],
  ['El archivo es demasiado grande', ['customers text']],
  ['El archivo está vacío', ['files sizeBytes']],
  ['El archivo pesa más de 25 MB', ['files sizeBytes']],
  ['El código debe tener exactamente 6 dígitos', ['mfa code']],
  [
    'El final no puede ser anterior al inicio',
    [
      'supplements change.*.endDate',
      'supplements change.*.startDate',
      'supplements endDate',
      'supplements prescribe.*.endDate',
      'supplements prescribe.*.startDate',
      'supplements startDate',
    ],
  ],
  [
    'El inicio no puede ser anterior a 2000',
    ['supplements change.*.startDate', 'supplements prescribe.*.startDate', 'supplements startDate'],
  ],
  ['El nombre del archivo es demasiado largo', ['files fileName']],
  ['El nombre del archivo tiene caracteres no permitidos', ['files fileName']],
  ['Elige como máximo dos meses', ['consultations from', 'consultations to']],
  ['Elige como máximo tres meses', ['supplements from', 'supplements to']],
  ['Elige la base legal', ['consent basis']],
  ['Elige qué quieres preguntar', ['privacy reason']],
  ['Elige una semana más cercana', ['consultations week']],
  ['Elige una de las horas que se ofrecen', ['payments hold.startsAt', 'payments startsAt']],
  [
    'Email no válido',
    [
      'account email',
      'customers email',
      'customers rows.*.email',
      'mfa email',
      'payments email',
      'users email',
      'withdrawals email',
    ],
  ],
  ['Enlace no válido', ['account token', 'consultations token', 'privacy token']],
  ['Escribe ELIMINAR', ['privacy word']],
  ['Escribe el email', ['customers email', 'customers rows.*', 'customers rows.*.email']],
  ['Escribe la dirección completa de la sala, que empieza por https://', ['consultations roomUrl']],
  ['Escribe nombre y apellidos', ['account name']],
  ['Escribe tu contraseña', ['account password', 'mfa password']],
  ['Escribe tu contraseña actual', ['account previousPassword']],
  ['Escribe tu nombre y apellidos', ['withdrawals name']],
  ['Este campo es obligatorio', ['security firm']],
  ['Explica el motivo', ['consultations override.reason', 'payments reason']],
  ['Indica cuánto se devuelve', ['payments amountCents']],
  ['Indica el día de la prueba', ['security date']],
  ['Indica el nombre', ['customers name', 'customers rows.*.name']],
  ['Indica el suplemento', ['supplements lines.*.name', 'supplements name', 'supplements prescribe.*.name']],
  [
    'Indica la cantidad',
    [
      'supplements amount',
      'supplements change.*.doses.*',
      'supplements change.*.doses.*.amount',
      'supplements doses.*',
      'supplements doses.*.amount',
      'supplements lines.*.doses.*',
      'supplements lines.*.doses.*.amount',
      'supplements prescribe.*.doses.*',
      'supplements prescribe.*.doses.*.amount',
    ],
  ],
  ['Indica la dirección del informe, que empieza por https://', ['security report']],
  [
    'Indica la duración',
    ['consultations durationMinutes', ...[...ofEachType(''), ...ofEachType('.durationMinutes')].toSorted()],
  ],
  ['Indica tu fecha de nacimiento', ['account birthDate']],
  ['Indica un número entero de horas, de 1 a 24', ['security sessionTimeout']],
  [
    'La cantidad es demasiado grande',
    [
      'supplements amount',
      'supplements change.*.doses.*.amount',
      'supplements doses.*.amount',
      'supplements lines.*.doses.*.amount',
      'supplements prescribe.*.doses.*.amount',
    ],
  ],
  [
    'La cantidad puede tener como máximo 3 decimales',
    [
      'supplements amount',
      'supplements change.*.doses.*.amount',
      'supplements doses.*.amount',
      'supplements lines.*.doses.*.amount',
      'supplements prescribe.*.doses.*.amount',
    ],
  ],
  [
    'La cantidad tiene que ser mayor que 0',
    [
      'supplements amount',
      'supplements change.*.doses.*.amount',
      'supplements doses.*.amount',
      'supplements lines.*.doses.*.amount',
      'supplements prescribe.*.doses.*.amount',
    ],
  ],
  ['La contraseña no puede empezar ni terminar con un espacio', ['account newPassword', 'account password']],
  [
    'La contraseña puede tener como máximo 256 caracteres',
    ['account password', 'account previousPassword', 'mfa password'],
  ],
  ['La dirección puede tener como máximo 500 caracteres', ['consultations roomUrl']],
  [
    'La duración máxima es de 240 minutos',
    ['consultations durationMinutes', ...ofEachType('.durationMinutes').toSorted()],
  ],
  [
    'La duración mínima es de 15 minutos',
    ['consultations durationMinutes', ...ofEachType('.durationMinutes', notSold).toSorted()],
  ],
  [
    'La duración va de 15 en 15 minutos',
    ['consultations durationMinutes', ...ofEachType('.durationMinutes').toSorted()],
  ],
  ['La hora tiene que ser en punto, y cuarto, y media o menos cuarto', ['consultations startsAt']],
  ['Marca la casilla para autorizar', ['account accepted']],
  ['Marca la casilla para continuar', ['privacy final', 'privacy understood']],
  ['Marca la casilla para dar tu consentimiento', ['consent accepted']],
  ['No conocemos esa zona horaria', ['account timeZone', 'payments timeZone']],
  ['No se puede apagar: lo exige la ley', ['security auditLogging']],
  ['No se puede apagar: protege datos de salud', ['security requireMfaForAdmins']],
  ['Nombre demasiado corto', ['account firstName']],
  ['Nombre demasiado largo', ['account firstName', 'account name']],
  ['Por favor selecciona un archivo.', ['files fileName']],
  [
    'Puede tener como máximo 3 momentos',
    ['supplements change.*.doses', 'supplements doses', 'supplements lines.*.doses', 'supplements prescribe.*.doses'],
  ],
  ['Tipo de archivo no permitido. Usa PDF, DOC, DOCX, JPG, JPEG, PNG, XLSX o XLS.', ['files fileName']],
]

const limits: readonly (readonly [string, readonly string[]])[] = [
  ['Puede tener como máximo 75 caracteres', ['supplements finish', 'supplements seen']],
  ['Puede tener como máximo 3 caracteres', ['supplements change.*.clientSupplementIds']],
  [
    'Escribe un número mayor o igual que 0',
    [
      'consultations priceCents',
      'payments amountCents',
      'payments priceCents',
      'questionnaire sleepHours',
      'questionnaire waterIntake',
    ],
  ],
  [
    'Escribe un número mayor o igual que 1',
    [
      'customers total',
      'questionnaire bloating',
      'questionnaire energy',
      'questionnaire mood',
      'questionnaire sleep',
      'questionnaire stressLevel',
    ],
  ],
  ['Escribe un número mayor o igual que 18', ['questionnaire age']],
  ['Escribe un número mayor o igual que 20', ['questionnaire weight']],
  ['Escribe un número mayor o igual que 50', ['questionnaire height']],
  [
    'Escribe un número mayor que 0',
    [
      'consultations round',
      'files edition',
      'supplements change.*.packDoses',
      'supplements packDoses',
      'supplements prescribe.*.packDoses',
      'supplements seen.*.version',
    ],
  ],
  ['Escribe un número menor o igual que 10', ['questionnaire stressLevel']],
  ['Escribe un número menor o igual que 20', ['questionnaire waterIntake']],
  ['Escribe un número menor o igual que 24', ['questionnaire sleepHours']],
  ['Escribe un número menor o igual que 120', ['questionnaire age']],
  ['Escribe un número menor o igual que 250', ['questionnaire height']],
  ['Escribe un número menor o igual que 300', ['questionnaire weight']],
  [
    'Escribe un número menor o igual que 5',
    ['questionnaire bloating', 'questionnaire energy', 'questionnaire mood', 'questionnaire sleep'],
  ],
  [
    'Escribe un número menor o igual que 10.000',
    ['customers total', 'supplements change.*.packDoses', 'supplements packDoses', 'supplements prescribe.*.packDoses'],
  ],
  ['Escribe un número menor o igual que 1.000.000', ['consultations priceCents']],
  [
    'Puede tener como máximo 100 caracteres',
    ['consultations closures', 'consultations extraOpenings', 'customers search', 'users search'],
  ],
  ['Puede tener como máximo 6 caracteres', ofEachDay().toSorted()],
  ['Puede tener como máximo 1000 caracteres', ['consultations message', 'withdrawals comment']],
  [
    'Puede tener como máximo 120 caracteres',
    [
      'files method',
      'questionnaire occupation',
      'security firm',
      'supplements lines.*.name',
      'supplements name',
      'supplements prescribe.*.name',
      'withdrawals contract',
    ],
  ],
  ['Puede tener como máximo 160 caracteres', ['customers name', 'customers rows.*.name', 'withdrawals name']],
  ['Puede tener como máximo 200 caracteres', ['customers fileName', 'customers note', 'questionnaire note']],
  [
    'Puede tener como máximo 2000 caracteres',
    ['supplements change.*.instructions', 'supplements instructions', 'supplements prescribe.*.instructions'],
  ],
  ['Puede tener como máximo 24 caracteres', ['customers rows', 'mfa recoveryCode']],
  [
    'Puede tener como máximo 255 caracteres',
    ['notifications details.fileName', 'notifications details.supplementName'],
  ],
  [
    'Puede tener como máximo 30 caracteres',
    [
      'files values.*.unit',
      'questionnaire currentMedications',
      'questionnaire digestiveIssues',
      'questionnaire foodAllergies',
      'questionnaire healthGoals',
      'questionnaire medicalConditions',
      'questionnaire supplementsCurrentlyTaking',
    ],
  ],
  [
    'Puede tener como máximo 300 caracteres',
    ['consultations override.reason', 'customers address', 'customers rows.*.address', 'payments reason'],
  ],
  [
    'Puede tener como máximo 40 caracteres',
    [
      'customers phone',
      'customers rows.*.phone',
      'files values.*.value',
      'notifications consultationDate',
      'notifications details.consultationDate',
      'notifications details.consultationType',
      'payments discountCode',
      'supplements change',
      'supplements lines',
      'supplements prescribe',
    ],
  ],
  [
    'Puede tener como máximo 4000 caracteres',
    [
      'consultations notes',
      'consultations summary',
      'customers notes',
      'customers rows.*.notes',
      'messages text',
      'files findings',
      'files meaning',
      'files nextSteps',
      'questionnaire notes',
    ],
  ],
  ['Puede tener como máximo 5 caracteres', ['account browsers', 'messages fileIds', 'mfa browsers']],
  ['Puede tener como máximo 50 caracteres', ['security findings']],
  ['Puede tener como máximo 500 caracteres', ['files description', 'security report']],
  ['Puede tener como máximo 60 caracteres', ['files values.*.range']],
  ['Puede tener como máximo 8 caracteres', ['supplements times']],
  [
    'Puede tener como máximo 80 caracteres',
    [
      'account ticket',
      'consultations closures.*.reason',
      'messages name',
      'files laboratory',
      'files values.*.marker',
      'supplements change.*.duration',
      'supplements duration',
      'supplements name',
      'supplements prescribe.*.duration',
    ],
  ],
  [
    'Puede tener como máximo 8000 caracteres',
    ['consultations assessment', 'consultations plan', 'consultations visitReason'],
  ],
]

/** functions/contract/spanish.ts says these of any field. */
const OF_ANY_FIELD =
  /^(No tiene el formato esperado|Hay datos que no se esperaban|Elige una de las opciones|Falta este dato|Elige sí o no|Escribe un número( sin decimales)?|El número es demasiado grande)$/
const OF_LIMITS = /^(Puede tener como máximo [\d.]+ caracteres|Escribe un número (menor|mayor) .*|Tiene que tener .*)$/
const OF_LISTS = /^Puede tener como máximo [\d.]+ elementos$/

const mistakes = listContractMistakes().filter(({ path }) => !['limit', 'version'].includes(path))

function fieldsBySentence(wanted: (sentence: string) => boolean): readonly (readonly [string, readonly string[]])[] {
  const found = new Map<string, Set<string>>()
  for (const mistake of mistakes.filter(({ issue }) => wanted(issue.message))) {
    const fields = found.get(mistake.issue.message) ?? new Set()
    found.set(mistake.issue.message, fields.add(fieldOf(mistake)))
  }
  return [...found].map(([sentence, fields]) => [sentence, [...fields].toSorted()])
}

const fieldOf = ({ endpoint, path }: ContractMistake) => `${endpoint.split('.')[0]} ${path.replace(/^settings\./, '')}`

const sorted = (rows: readonly (readonly [string, readonly string[]])[]) =>
  rows.toSorted(([one], [other]) => (one < other ? -1 : 1))

describe('what a form says of a mistake', () => {
  test('is said in the words of its field, where a general sentence would not tell what is wanted', () => {
    const own = fieldsBySentence(
      (sentence) => ![OF_ANY_FIELD, OF_LIMITS, OF_LISTS].some((general) => general.test(sentence)),
    )

    expect(sorted(own)).toEqual(sorted(ownWords))
  })

  test('names the limit of every text and number that has one', () => {
    expect(sorted(fieldsBySentence((sentence) => OF_LIMITS.test(sentence)))).toEqual(sorted(limits))
  })
})
