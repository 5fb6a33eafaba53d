import { listWithdrawalEffects } from '../../content/health-consent-withdrawal.ts'
import './health-consent.css'

export const WithdrawalEffects = ({ reader }: { readonly reader: Parameters<typeof listWithdrawalEffects>[0] }) => (
  <ul className="health-consent-list">
    {listWithdrawalEffects(reader).map((text) => (
      <li key={text}>{text}</li>
    ))}
  </ul>
)
