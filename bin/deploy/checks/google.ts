import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  type SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager'
import type { Check } from '../check.ts'
import { blocked, due, manual, ready, type Verdict } from '../verdict.ts'

const TOKEN_URL = 'https://oauth2.googleapis.com/token'

/** Errors of a client that exists, or existed, and lets nobody in. */
const unusableClient: ReadonlySet<string> = new Set(['deleted_client', 'disabled_client', 'unauthorized_client'])

async function readSecret(client: SecretsManagerClient, name: string): Promise<string | undefined> {
  try {
    return (await client.send(new GetSecretValueCommand({ SecretId: name }))).SecretString
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined
    throw error
  }
}

/** Exchanges a code that cannot exist: Google's error tells whether client, secret and redirect are known. */
export const createGoogleCheck =
  (tokenUrl = TOKEN_URL): Check =>
  async ({ fetch, clients, deployed, stage }) => {
    if (!stage.google)
      return ready('Sin «google» en lib/stages.ts nadie entra con Google, y la web no muestra su botón.')
    const { clientId, clientSecretName } = stage.google
    const secret = await readSecret(clients.secrets, clientSecretName)
    if (!secret)
      return blocked(
        // Typed and piped, so that it is neither in the shell's history nor among the arguments of a process.
        `Falta el secreto de Google: «read -rs Secreto; printf %s "$Secreto" | aws secretsmanager create-secret ` +
          `--region ${stage.region} --name ${clientSecretName} --secret-string file:///dev/stdin».`,
      )
    const redirect = `https://${deployed?.outputs['OauthDomain'] ?? 'todavia-no.invalid'}/oauth2/idpresponse`
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      code: 'comprobacion',
      client_id: clientId,
      client_secret: secret,
      redirect_uri: redirect,
    })
    const answer = (await (await fetch(tokenUrl, { method: 'POST', body })).json()) as { readonly error?: string }
    return judgeAnswer(answer.error ?? 'sin error', redirect, { clientSecretName, isDeployed: deployed !== undefined })
  }

/** Google compares client and secret first, then the redirect, then the code. */
function judgeAnswer(
  error: string,
  redirect: string,
  { clientSecretName, isDeployed }: { readonly clientSecretName: string; readonly isDeployed: boolean },
): Verdict {
  if (error === 'invalid_client')
    return blocked(`Google no acepta el cliente o su secreto: compara lib/stages.ts y ${clientSecretName}.`)
  if (unusableClient.has(error))
    return blocked(`Google ya no deja entrar con este cliente (${error}): mira en Google Cloud si sigue activo.`)
  if (error === 'redirect_uri_mismatch')
    return due(isDeployed ? `Añade en Google Cloud la URI de redirección ${redirect}.` : 'Google acepta el cliente.')
  if (error !== 'invalid_grant') return due(`No se ha podido comprobar: Google responde «${error}».`)
  return manual(
    'Google acepta el cliente. Comprueba a mano en Google Cloud que la pantalla de consentimiento está publicada ' +
      '(«In production») y que la URI de redirección es ' +
      (isDeployed ? `${redirect}.` : 'https://<OauthDomain>/oauth2/idpresponse.'),
  )
}
