import { type EndpointName, type EndpointPermission, endpointPermissions } from '../../api/endpoint-permissions.ts'

export interface TableEndpointPermissions {
  readonly name: string
  readonly here: string
  readonly operations: readonly EndpointPermission[]
}

const ofDomains = (...domains: readonly EndpointPermission['domain'][]) =>
  endpointPermissions.filter(({ domain }) => domains.includes(domain))

const named = (...operations: readonly EndpointName[]) =>
  endpointPermissions.filter(({ operation }) => operations.includes(operation))

export const endpointPermissionsByTable: readonly TableEndpointPermissions[] = [
  {
    name: 'client_profiles',
    here: 'Fichas y cuestionarios de los clientes. Cada cliente llega solo a lo suyo.',
    operations: ofDomains('customers', 'questionnaire'),
  },
  {
    name: 'payments',
    here: 'Pedidos, pagos y recibos. Cada cliente llega solo a los suyos.',
    operations: ofDomains('payments'),
  },
  {
    name: 'shipping_addresses',
    here: 'No existe: no se envía nada a casa. La dirección postal es un dato de la ficha.',
    operations: [],
  },
  {
    name: 'email_verification_tokens',
    here: 'Enlaces de un solo uso. Se guarda su huella: nadie puede leerlos, solo gastarlos.',
    operations: named('account.mailVerification', 'account.verifyAddress', 'account.chooseFirstPassword'),
  },
  {
    name: 'user_mfa',
    here: 'Apps de verificación. La clave está cifrada y solo se abre para su propia cuenta.',
    operations: named('mfa.read', 'mfa.allowEnrolment', 'mfa.enrol', 'mfa.confirm', 'mfa.prove', 'mfa.disable'),
  },
  {
    name: 'mfa_recovery_codes',
    here: 'Códigos de recuperación. Se guarda su huella; se muestran una sola vez, a su dueño.',
    operations: named('mfa.confirm', 'mfa.renewRecoveryCodes', 'mfa.recover'),
  },
  {
    name: 'profiles',
    here: 'Cuentas y roles. Cada cuenta lee la suya; la lista y los roles son de administración.',
    operations: [
      ...ofDomains('users'),
      ...named('account.session', 'account.readRegistration', 'account.completeRegistration'),
    ],
  },
]
