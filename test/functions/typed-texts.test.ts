import { expect, test, vi } from 'vitest'
import { askingDomain, endpoints, idsOfNobody } from '../support/endpoints.ts'
import { textSamplesFor } from '../support/endpoint-samples.ts'
import { aCliente, anAdministrador, aPasswordSession } from '../support/people.ts'
import { aPractice } from '../support/practice.ts'

const typing = endpoints
  .map((named) => ({ ...named, texts: textSamplesFor(named) }))
  .filter(({ texts }) => texts.length > 0)

test.each(typing)('half a character in a text of $name is a mistake of the caller, and no fault', async (named) => {
  const practice = await aPractice()
  const faults = vi.spyOn(console, 'error')
  const isForAdministradores = named.endpoint.allow.includes('administrador')
  const person = await (isForAdministradores ? anAdministrador : aCliente)(practice)
  const ask = await askingDomain(named.domain, practice)

  for (const { part, path, text, withText } of named.texts) {
    const answer = await ask(named.endpoint, {
      as: aPasswordSession(person, practice),
      params: idsOfNobody(named.endpoint),
      [part]: withText(`${text.slice(0, 3)}\ud800${text.slice(3)}`),
    })

    expect({ path, ...answer }).toMatchObject({ path, status: 400, body: { code: 'invalid-input' } })
  }
  expect(faults).not.toHaveBeenCalled()
})
