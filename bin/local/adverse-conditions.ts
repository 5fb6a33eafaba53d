import { defaultScanSettings, type ScanSettings } from './malware-scan.ts'
import { demoSesAccount, type SesAccountSettings } from './ses/account.ts'

interface ConditionText {
  readonly label: string
  readonly text: string
}

export const switchedConditions = {
  'scan-slow': {
    label: 'El análisis tarda unos segundos',
    text: 'Los archivos subidos quedan en revisión tres segundos.',
  },
  'scan-late': {
    label: 'El análisis llega tarde',
    text: 'Los archivos subidos quedan en revisión hasta que aquí se pide analizarlos.',
  },
  'scan-never': { label: 'El análisis no llega nunca', text: 'Los archivos subidos no reciben ninguna etiqueta.' },
  'scan-unsupported': { label: 'Archivos no analizables', text: 'El análisis acaba en UNSUPPORTED.' },
  'scan-failed': { label: 'Análisis fallidos', text: 'El análisis acaba en FAILED.' },
  'scan-threats': { label: 'Archivos con malware', text: 'El análisis acaba en THREATS_FOUND.' },
  'index-lag': {
    label: 'Índices con retraso',
    text: 'Las consultas de los índices de la tabla no ven lo escrito en el último segundo del reloj.',
  },
  'writes-throttled': {
    label: 'Escrituras limitadas',
    text: 'DynamoDB rechaza una de cada tres escrituras por exceso de capacidad.',
  },
  'writes-meet-transactions': {
    label: 'Escrituras que coinciden con transacciones',
    text: 'DynamoDB rechaza una de cada tres escrituras sueltas porque una transacción ocupa su elemento.',
  },
  'answers-lost': {
    label: 'Respuestas perdidas',
    text: 'Cognito, S3 y Stripe hacen cada cambio, y DynamoDB uno de cada tres, sin que llegue la respuesta: el SDK lo pide otra vez.',
  },
  'few-executions': {
    label: 'Diez ejecuciones a la vez',
    text: 'Como en una cuenta nueva: Lambda rechaza la undécima; a la API le toca un 503 y lo demás se repite.',
  },
  'events-twice': {
    label: 'Avisos repetidos',
    text: 'Los de EventBridge, SQS, Stripe y los cambios de la tabla llegan dos veces.',
  },
  'events-late': {
    label: 'Avisos con retraso',
    text: 'Los de EventBridge, SQS y Stripe llegan una hora después, según el reloj de la aplicación.',
  },
  'triggers-twice': {
    label: 'Funciones de Cognito repetidas',
    text: 'Cognito no oye la primera respuesta de cada función y la llama otra vez con el mismo evento.',
  },
  'stripe-balance-empty': {
    label: 'Stripe sin saldo',
    text: 'Las devoluciones se rechazan con balance_insufficient; con la misma clave se repite el rechazo, aunque ya haya saldo.',
  },
  'stripe-keys-forgotten': {
    label: 'Stripe olvida las claves de idempotencia',
    text: 'A las 24 horas del reloj de la aplicación una petición repetida es una nueva.',
  },
  'mail-sandbox': { label: 'Correo en zona de pruebas', text: 'SES solo envía a direcciones verificadas.' },
  'mail-throttled': {
    label: 'Correo con límite por segundo',
    text: 'SES rechaza lo que pasa de 14 mensajes por segundo.',
  },
  'mail-bounced': { label: 'Correo devuelto', text: 'Cada mensaje se devuelve: la dirección no existe.' },
  'mail-complained': { label: 'Correo no deseado', text: 'Cada destinatario marca el mensaje como no deseado.' },
  'mail-suspended': { label: 'Correo suspendido', text: 'AWS ha suspendido los envíos de la cuenta.' },
} as const satisfies Readonly<Record<string, ConditionText>>

export type ConditionName = keyof typeof switchedConditions
export const conditionNames = Object.keys(switchedConditions) as ConditionName[]
export type IsConditionOn = (name: ConditionName) => boolean

/** Always on: a more lenient stand-in would need code of its own, and hide faults from all other tests. */
export const permanentConditions = {
  'closed-until-clean': {
    label: 'Archivos cerrados hasta su análisis',
    text: 'HEAD y GET responden 403 mientras no haya etiqueta de archivo limpio.',
  },
  'missing-object-forbidden': {
    label: 'Objetos que no existen',
    text: 'S3 responde 403, y no 404, a quien no puede listar.',
  },
  'temporary-passwords': {
    label: 'Contraseñas provisionales de Cognito',
    text: 'Usan todo su alfabeto, también lo que rompe un enlace.',
  },
  'custom-message-refused': {
    label: 'Correo propio de Cognito',
    text: 'Con COGNITO_DEFAULT no se admite que una función redacte el mensaje.',
  },
  'sign-in-locked': {
    label: 'Bloqueo de Cognito',
    text: 'Cinco contraseñas erróneas cierran la cuenta un segundo, y cada una más el doble, hasta 15 minutos.',
  },
  'refresh-without-scopes': {
    label: 'Renovación sin permisos',
    text: 'Al renovar la sesión, la función no recibe los permisos del inicio.',
  },
  'stream-readers': {
    label: 'Dos lectores de los cambios',
    text: 'A un tercer lector de los cambios de la tabla se le limita.',
  },
  'request-limits': {
    label: 'Tamaños y tiempos máximos',
    text: '10 MB por petición a la API, 6 MB por función y 30 segundos por respuesta.',
  },
} as const satisfies Readonly<Record<string, ConditionText>>
export type PermanentConditionName = keyof typeof permanentConditions

const ofScan: Partial<Record<ConditionName, Partial<ScanSettings>>> = {
  'scan-slow': { pace: 'seconds' },
  'scan-late': { pace: 'late' },
  'scan-never': { pace: 'never' },
  'scan-unsupported': { result: 'UNSUPPORTED' },
  'scan-failed': { result: 'FAILED' },
  'scan-threats': { result: 'THREATS_FOUND' },
}
const ofMailService: Partial<Record<ConditionName, Partial<SesAccountSettings>>> = {
  'mail-sandbox': { sandbox: true },
  'mail-throttled': { throttling: true },
  'mail-bounced': { outcome: 'bounce' },
  'mail-complained': { outcome: 'complaint' },
  'mail-suspended': { sending: 'suspended' },
}

interface Settings<T> {
  readonly get: () => T
  readonly set: (changes: Partial<T>) => void
}

interface Parts {
  readonly scan: Settings<ScanSettings>
  readonly mailService: Settings<SesAccountSettings>
  readonly switched?: (name: ConditionName, on: boolean) => Promise<void>
}

export function createConditionSwitches({ scan, mailService, switched }: Parts) {
  const own = new Set<ConditionName>()
  const isOn: IsConditionOn = (name) => {
    const [ofScans, ofMails] = [ofScan[name], ofMailService[name]]
    if (ofScans) return holds(ofScans, scan.get())
    return ofMails ? holds(ofMails, mailService.get()) : own.has(name)
  }
  const set = async (wanted: string, on: boolean): Promise<void> => {
    const name = conditionNames.find((each) => each === wanted)
    if (!name) throw new RangeError(`unknown condition ${wanted}`)
    if (isOn(name) === on) return
    const [ofScans, ofMails] = [ofScan[name], ofMailService[name]]
    if (ofScans) return scan.set(on ? ofScans : pickSame(defaultScanSettings, ofScans))
    if (ofMails) return mailService.set(on ? ofMails : pickSame(demoSesAccount, ofMails))
    await switched?.(name, on)
    if (on) own.add(name)
    else own.delete(name)
  }
  return {
    isOn,
    set,
    list: () => conditionNames.map((name) => ({ name, ...switchedConditions[name], on: isOn(name) })),
  }
}
export type ConditionSwitches = ReturnType<typeof createConditionSwitches>

const holds = <T extends object>(wanted: Partial<T>, current: T): boolean =>
  Object.entries(wanted).every(([name, value]) => current[name as keyof T] === value)

const pickSame = <T extends object>(from: T, names: Partial<T>): Partial<T> =>
  Object.fromEntries(Object.keys(names).map((name) => [name, from[name as keyof T]])) as Partial<T>
