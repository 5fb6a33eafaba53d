import { GetObjectCommand, HeadObjectCommand, S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { expect } from 'vitest'
import { apiContract } from '#contract/api'
import { buildLocalAddresses, LOCAL_AWS_ACCESS_KEY, LOCAL_REGION } from '../../../bin/local/addresses.ts'
import type { PermanentConditionName } from '../../../bin/local/adverse-conditions.ts'
import {
  toSignInErrorMessage,
  tooManyAttemptsText,
} from '../../../frontend/src/features/account/sign-in-error-message.ts'
import { createJourneyPerson } from '../../journeys/buying.ts'
import { registerVerifiedPerson } from '../../journeys/clients.ts'
import { openBrowserSession, refreshBrowserSession } from '../../support/browser-session.ts'
import { callEndpointOverHttp } from '../../support/call-endpoint-over-http.ts'
import { getProductSite } from '../../support/product-site.ts'
import { expectHiddenFrom, offerUpload, registerClient, upload } from './files.ts'
import { askAsAdministrator, isOnTemplate, type KeptPromise, switchCondition } from './product-under-conditions.ts'

export interface TestedElsewhere {
  readonly file: string
  readonly title: string
}

const statusOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 200,
    (error: unknown) => (error instanceof S3ServiceException ? error.$metadata.httpStatusCode : error),
  )

async function expectForbidden({ bucket, key }: Readonly<Record<string, string>>): Promise<void> {
  // The request is signed by this machine's operator, whom the template's policies do not restrict: see
  // test/lib/authorization.test.ts.
  if (isOnTemplate) return
  const client = new S3Client({
    endpoint: buildLocalAddresses(Number(new URL(getProductSite()).port)).sdk('s3'),
    region: LOCAL_REGION,
    credentials: LOCAL_AWS_ACCESS_KEY,
    forcePathStyle: true,
  })
  const at = { Bucket: bucket, Key: key }
  const statuses = [
    await statusOf(client.send(new GetObjectCommand(at))),
    await statusOf(client.send(new HeadObjectCommand(at))),
  ]
  expect(statuses).toEqual([403, 403])
}

export const alwaysKeptPromises: Readonly<Record<PermanentConditionName, KeptPromise | TestedElsewhere>> = {
  'closed-until-clean': {
    promise: 'the bytes of an upload are closed to everybody until its scan, and the panel does not offer them',
    keep: async () => {
      const client = await registerClient()
      await switchCondition('scan-late', true)
      try {
        const { fileId, fields } = await upload(client)
        await expectForbidden(fields)
        await expectHiddenFrom(client, fileId)
      } finally {
        await switchCondition('scan-late', false)
      }
    },
  },
  'missing-object-forbidden': {
    promise: 'an upload that never came is refused as missing, although the bucket says 403',
    keep: async () => {
      const { customerId } = await registerClient()
      const { fileId, fields } = await offerUpload(customerId)
      await expectForbidden(fields)
      await expect(
        askAsAdministrator(apiContract.files.completeUpload, { params: { customerId, fileId } }),
      ).rejects.toThrow('"file-missing"')
    },
  },
  'sign-in-locked': {
    promise: 'whoever is locked out reads in Spanish that these were too many attempts',
    keep: async () => {
      const person = createJourneyPerson()
      await registerVerifiedPerson(person)
      const texts: string[] = []
      // The first lock lasts a second, which may pass before a busy machine's next attempt; each further one is twice
      // as long.
      for (let tries = 0; tries < 12 && texts.at(-1) !== tooManyAttemptsText; tries++) {
        await openBrowserSession({ ...person, password: 'Equivocada-1' }).catch((error: unknown) =>
          texts.push(toSignInErrorMessage(error)),
        )
      }
      expect(texts[0]).toBe('Error de autenticación – Credenciales inválidas')
      expect(texts.length).toBeGreaterThan(5)
      expect(texts.at(-1)).toBe(tooManyAttemptsText)
    },
  },
  'refresh-without-scopes': {
    promise: 'a session that is renewed may do what it could before',
    keep: async () => {
      const session = await registerVerifiedPerson(createJourneyPerson())
      const { token } = await refreshBrowserSession(session)
      expect(token).not.toBe(session.token)
      await callEndpointOverHttp(apiContract.payments.list, { query: {} }, { token })
    },
  },
  'request-limits': {
    promise: 'a request of more than ten megabytes is refused, and the product goes on',
    keep: async () => {
      const { status } = await fetch(`${getProductSite()}/api/payments/quote`, {
        method: 'POST',
        body: 'x'.repeat(10 * 1024 * 1024 + 1),
      })
      expect(status).toBe(413)
      await callEndpointOverHttp(apiContract.security.health, { params: { check: 'health' } })
    },
  },
  'temporary-passwords': {
    file: 'test/local/cognito/temporary-password.test.ts',
    title: 'together they use every sign that can be typed but the space',
  },
  'custom-message-refused': {
    file: 'test/local/cognito/sign-up.test.ts',
    title: 'where Cognito sends the mails itself it uses its own words after a trigger that says none',
  },
  'stream-readers': {
    file: 'test/local/stream-readers.test.ts',
    title: 'a third reader of the stream is throttled, as DynamoDB does, and says so once',
  },
}
