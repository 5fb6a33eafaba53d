import { cookies } from '../../content/legal-cookies.ts'
import { legalNotice } from '../../content/legal-notice.ts'
import { privacy } from '../../content/legal-privacy.ts'
import { terms } from '../../content/legal-terms.ts'
import type { LegalText } from '../../content/legal.ts'
import { LegalArticle } from './legal-article.tsx'

const texts = [terms, privacy, cookies, legalNotice]
const othersThan = (text: LegalText) => texts.filter((each) => each !== text)

const toRegister = { to: '/register', text: 'Volver al registro' }
const toStart = { to: '/', text: 'Volver al inicio' }

export const TermsPage = () => <LegalArticle text={terms} back={toRegister} others={othersThan(terms)} />
export const PrivacyPage = () => <LegalArticle text={privacy} back={toRegister} others={othersThan(privacy)} />
export const CookiesPage = () => <LegalArticle text={cookies} back={toStart} others={othersThan(cookies)} />
export const LegalNoticePage = () => <LegalArticle text={legalNotice} back={toStart} others={othersThan(legalNotice)} />
