import { render, screen } from '@testing-library/preact'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import type { LegalAnnouncement } from '#contract/legal-announcements'
import { privacyPolicyText } from '../../../frontend/src/content/legal-privacy.ts'
import { termsOfServiceText } from '../../../frontend/src/content/legal-terms.ts'
import type { LegalText } from '../../../frontend/src/content/legal-text.ts'
import { LegalArticle } from '../../../frontend/src/features/legal/legal-article.tsx'

const ofTerms: LegalAnnouncement = {
  version: '2027-1',
  documents: ['terms'],
  announcedOn: '2027-01-04',
  appliesFrom: '2027-02-08',
  changes: ['Podrás cambiar la hora hasta 12 horas antes.'],
}

const show = (text: LegalText, announcements: readonly LegalAnnouncement[]) =>
  render(
    <MemoryRouter>
      <LegalArticle text={text} back={{ to: '/', text: 'Volver' }} others={[]} announcements={announcements} />
    </MemoryRouter>,
  )

test('LIM-11 new terms say from which day they apply to those who had an account before, also after a later slip of the pen', () => {
  const slip = { ...ofTerms, version: '2027-1-1', documents: [], announcedOn: '2027-01-10', appliesFrom: '2027-01-10' }

  show(termsOfServiceText, [ofTerms, slip])

  expect(screen.getByText(/Si tenías cuenta antes del/).textContent).toBe(
    'Si tenías cuenta antes del 4 de enero de 2027, se te aplica desde el 8 de febrero de 2027',
  )
})

test('LIM-11 the privacy policy says nothing of it where it has not changed', () => {
  show(privacyPolicyText, [ofTerms])

  expect(screen.queryByText(/Si tenías cuenta/)).toBeNull()
})
