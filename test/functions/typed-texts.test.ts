import { expect, test, vi } from 'vitest'
import { createDomainCaller, allEndpoints, createUnknownIds } from '../support/endpoints.ts'
import { createEndpointTextSamples } from '../support/endpoint-samples.ts'
import { createCliente, createAdministrador, createPasswordSessionClaims } from '../support/people.ts'
import { createTestPractice } from '../support/practice.ts'

const typing = allEndpoints
  .map((named) => ({ ...named, texts: createEndpointTextSamples(named) }))
  .filter(({ texts }) => texts.length > 0)

const mistake = { status: 400, body: { code: 'invalid-input' } }
/** A guessed secret URL gets no further information, not even about its format. */
const answeringNothingElse: Readonly<Record<string, object>> = {
  'consultations.readFeed': { status: 404, body: { code: 'not-found' } },
}

test.each(typing)('half a character in a text of $name is a mistake of the caller, and no fault', async (named) => {
  const practice = await createTestPractice()
  const faults = vi.spyOn(console, 'error')
  const isForAdministradores = named.endpoint.allow.includes('administrador')
  const person = await (isForAdministradores ? createAdministrador : createCliente)(practice)
  const ask = await createDomainCaller(named.domain, practice)

  for (const { part, path, text, withText } of named.texts) {
    const answer = await ask(named.endpoint, {
      as: createPasswordSessionClaims(person, practice),
      params: createUnknownIds(named.endpoint),
      [part]: withText(`${text.slice(0, 3)}\ud800${text.slice(3)}`),
    })

    expect({ path, ...answer }).toMatchObject({ path, ...(answeringNothingElse[named.name] ?? mistake) })
  }
  expect(faults).not.toHaveBeenCalled()
})

/** Longer texts contain more of the kinds of characters that the field accepts. */
const lengthen = (text: string): readonly string[] => {
  const instant = /\.\d+Z(?=~|$)/
  return instant.test(text)
    ? [text.replace(instant, `.${'0'.repeat(100_000)}Z`)]
    : [`${text}${'a'.repeat(100_000)}`, `${text}${'0'.repeat(100_000)}`]
}

/** A whole file, whose length has its own error. */
const takesFiles = ['customers.checkImport']

const bounded = typing.filter(({ name }) => !takesFiles.includes(name))

test.each(bounded)('a text of $name that is as long as a book is a mistake of the caller', async (named) => {
  const practice = await createTestPractice()
  const isForAdministradores = named.endpoint.allow.includes('administrador')
  const person = await (isForAdministradores ? createAdministrador : createCliente)(practice)
  const ask = await createDomainCaller(named.domain, practice)

  for (const { part, path, text, withText } of named.texts) {
    for (const long of lengthen(text)) {
      const answer = await ask(named.endpoint, {
        as: createPasswordSessionClaims(person, practice),
        params: createUnknownIds(named.endpoint),
        [part]: withText(long),
      })

      expect({ path, ...answer }).toMatchObject({ path, ...(answeringNothingElse[named.name] ?? mistake) })
    }
  }
})
