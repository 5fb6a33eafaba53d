import { cookiePolicyText } from '../../content/legal-cookies.ts'
import { legalNoticeText } from '../../content/legal-notice.ts'
import { privacyPolicyText } from '../../content/legal-privacy.ts'
import { termsOfServiceText } from '../../content/legal-terms.ts'
import type { LegalText } from '../../content/legal-text.ts'
import { LegalArticle } from './legal-article.tsx'

const texts = [termsOfServiceText, privacyPolicyText, cookiePolicyText, legalNoticeText]
const othersThan = (text: LegalText) => texts.filter((each) => each !== text)

const toRegister = { to: '/register', text: 'Volver al registro' }
const toStart = { to: '/', text: 'Volver al inicio' }

export const TermsPage = () => (
  <LegalArticle text={termsOfServiceText} back={toRegister} others={othersThan(termsOfServiceText)} />
)
export const PrivacyPage = () => (
  <LegalArticle text={privacyPolicyText} back={toRegister} others={othersThan(privacyPolicyText)} />
)
export const CookiesPage = () => (
  <LegalArticle text={cookiePolicyText} back={toStart} others={othersThan(cookiePolicyText)} />
)
export const LegalNoticePage = () => (
  <LegalArticle text={legalNoticeText} back={toStart} others={othersThan(legalNoticeText)} />
)
