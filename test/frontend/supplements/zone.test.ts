import { describeDosesInZone } from '../../support/dosing-properties.ts'

describeDosesInZone('America/New_York')
