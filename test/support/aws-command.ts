const packages: Readonly<Record<string, string>> = {
  'cognito-idp': 'cognito-identity-provider',
  s3api: 's3',
  s3: 's3',
  secretsmanager: 'secrets-manager',
}

export interface AwsClient {
  readonly send: (command: object) => Promise<object>
}
type Sdk = Readonly<Record<string, unknown>>
type Command = new (input: object) => { readonly schema: readonly unknown[] }

export interface AwsCommand {
  readonly command: object
  readonly openClient: () => AwsClient
}

export async function loadSdk(service: string): Promise<Sdk> {
  const name = `@aws-sdk/client-${packages[service] ?? service}`
  try {
    return (await import(name)) as Sdk
  } catch {
    throw new Error(`${name} is not installed`)
  }
}

export function openAwsClient(sdk: Sdk): AwsClient {
  const name = Object.keys(sdk).find((each) => /^[A-Z]\w+Client$/.test(each)) ?? ''
  const Client = sdk[name] as new (config: object) => AwsClient
  return new Client({ forcePathStyle: true })
}

/** `set-user-mfa-preference` is SetUserMFAPreference. */
function findOperation(sdk: Sdk, kebab: string): Command | undefined {
  const name = Object.keys(sdk).find((each) => each.toLowerCase() === `${kebab.replaceAll('-', '')}command`)
  return name === undefined ? undefined : (sdk[name] as Command)
}

function readInputSchema({ schema }: { readonly schema: readonly unknown[] }) {
  const given = schema[4]
  const input = (typeof given === 'function' ? given() : given) as readonly unknown[]
  const names = (input[4] ?? []) as readonly string[]
  return { names, required: names.slice(0, Number(input[6] ?? 0)) }
}

const ofEveryOperation = ['--query', '--output']

const toValue = (name: string, text: string): unknown => {
  if (/^[[{]/.test(text)) return JSON.parse(text)
  return name.endsWith('Date') ? new Date(text) : text
}

/**
 * @param words `sesv2 delete-suppressed-destination --email-address lucia@correo.test`; without an option, a mention
 * @throws Error for an unknown operation, an unknown member or a missing required one
 */
export async function readAwsCommand([
  service = '',
  operation = '',
  ...options
]: readonly string[]): Promise<AwsCommand> {
  const sdk = await loadSdk(service)
  const Operation = findOperation(sdk, operation)
  if (!Operation) throw new Error(`${service} has no operation ${operation}`)
  const { names, required } = readInputSchema(new Operation({}))
  const input: Record<string, unknown> = {}
  for (let at = 0; at < options.length; at += 2) {
    const [option = '', text = ''] = options.slice(at)
    const name = names.find((each) => option === `--${each.replaceAll(/(?!^)([A-Z])/g, '-$1').toLowerCase()}`)
    if (text === '') throw new Error(`${option} is empty`)
    if (ofEveryOperation.includes(option)) continue
    if (name === undefined) throw new Error(`${operation} has no option ${option}`)
    input[name] = toValue(name, text)
  }
  const missing = required.filter((name) => options.length > 0 && !Object.hasOwn(input, name))
  if (missing.length > 0) throw new Error(`${operation} needs ${missing.join(', ')}`)
  return { command: new Operation(input), openClient: () => openAwsClient(sdk) }
}
