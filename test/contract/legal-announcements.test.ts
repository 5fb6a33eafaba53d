import { describe, expect, test } from 'vitest'
import {
  findLastNoticeDay,
  findLegalPublicationFaults,
  type LegalAnnouncement,
  legalPublication,
} from '#contract/legal-announcements'

const ofTerms: LegalAnnouncement = {
  version: '2027-1',
  documents: ['terms'],
  announcedOn: '2027-01-04',
  appliesFrom: '2027-02-08',
  changes: ['Podrás cambiar la hora hasta 12 horas antes.'],
}

const faultsOf = (...announcements: readonly LegalAnnouncement[]) =>
  findLegalPublicationFaults({
    announcements,
    version: announcements.at(-1)?.version ?? '2026-11-5',
    launchVersion: '2026-11-5',
  })

test('what is announced in this repository keeps the promises of the terms and of the privacy policy', () => {
  expect(findLegalPublicationFaults(legalPublication)).toEqual([])
})

describe('LIM-11 a change of the terms', () => {
  test('is announced with thirty whole days between the mail and its application', () => {
    expect(findLastNoticeDay({ ...ofTerms, appliesFrom: '2027-02-01' })).toBe('2027-01-01')
  })

  test('is announced two days before that at least, in which a mail may be tried again', () => {
    expect(faultsOf({ ...ofTerms, announcedOn: '2027-01-04', appliesFrom: '2027-02-06' })).toEqual([])
    expect(faultsOf({ ...ofTerms, announcedOn: '2027-01-04', appliesFrom: '2027-02-05' })).toEqual([
      'Anuncio «2027-1»: entre el anuncio y su aplicación hay 32 días y hacen falta 33.',
    ])
  })

  test('says what changes', () => {
    expect(faultsOf({ ...ofTerms, changes: [] })).toEqual(['Anuncio «2027-1»: no dice qué cambia.'])
  })
})

test('a change of the privacy policy alone is announced before it applies, with two days for its mails', () => {
  const ofPrivacy = { ...ofTerms, documents: ['privacy'] } as const

  expect(faultsOf({ ...ofPrivacy, announcedOn: '2027-01-04', appliesFrom: '2027-01-07' })).toEqual([])
  expect(faultsOf({ ...ofPrivacy, announcedOn: '2027-01-04', appliesFrom: '2027-01-06' })).toHaveLength(1)
})

test('an edition that changes nothing for anybody needs no time', () => {
  expect(faultsOf({ ...ofTerms, documents: [], appliesFrom: ofTerms.announcedOn, changes: [] })).toEqual([])
})

test.each([
  ['a day that is none', { appliesFrom: '2027-02-30' }],
  ['a day in other words', { announcedOn: '4 de enero' }],
  ['a version that no id of a mail can hold', { version: 'Versión 2' }],
])('%s is refused', (_, changes) => {
  expect(faultsOf({ ...ofTerms, ...changes })).toHaveLength(1)
})

test('announcements stand in their order, each with a version of its own', () => {
  const next = { ...ofTerms, version: '2027-2', announcedOn: '2027-03-01', appliesFrom: '2027-04-05' }

  expect(faultsOf(ofTerms, next)).toEqual([])
  expect(faultsOf(next, ofTerms)).toEqual(['Los anuncios van del más antiguo al más nuevo.'])
  expect(faultsOf(ofTerms, { ...next, version: ofTerms.version })).toEqual(['Dos anuncios tienen la misma versión.'])
})

describe('a changed text that nobody has announced', () => {
  const changed = { announcements: [], version: '2027-1' }

  test('is noticed once there are clients', () => {
    expect(findLegalPublicationFaults({ ...changed, launchVersion: '2026-11-5' })).toEqual([
      'Los textos de la versión 2027-1 no están anunciados: el último anuncio es «2026-11-5».',
    ])
  })

  test('is nobody’s concern before', () => {
    expect(findLegalPublicationFaults({ ...changed, launchVersion: undefined })).toEqual([])
  })
})
