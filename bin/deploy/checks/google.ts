import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  type SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager'
import type { Check } from '../check.ts'
import { blocked, due, manual, ready } from '../verdict.ts'

const TOKEN_URL = 'https://oauth2.googleapis.com/token'

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
        `Falta el secreto de Google: «aws secretsmanager create-secret --region ${stage.region} ` +
          `--name ${clientSecretName} --secret-string <secreto>».`,
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
    if (answer.error === 'invalid_client')
      return blocked(`Google no acepta el cliente o su secreto: compara lib/stages.ts y ${clientSecretName}.`)
    if (answer.error === 'redirect_uri_mismatch')
      return due(deployed ? `Añade en Google Cloud la URI de redirección ${redirect}.` : 'Google acepta el cliente.')
    return manual(
      'Google acepta el cliente. Comprueba a mano en Google Cloud que la pantalla de consentimiento está publicada ' +
        '(«In production») y que la URI de redirección es ' +
        (deployed ? `${redirect}.` : 'https://<OauthDomain>/oauth2/idpresponse.'),
    )
  }
