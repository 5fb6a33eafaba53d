import { OwnWeeks } from '../features/questionnaire/own-weeks.tsx'
import { OwnSupplementsTab } from '../features/supplements/own-supplements-tab.tsx'

export const OwnProtocolTab = () => (
  <>
    <OwnSupplementsTab />
    <OwnWeeks />
  </>
)
