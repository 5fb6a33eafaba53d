import {
  createMalwareScanStandIn,
  type MalwareScanOptions,
  type ScanEvent,
  type ScanSettings,
} from '../../bin/local/malware-scan.ts'
import type { S3StandInOptions } from '../../bin/local/s3/s3.ts'
import { startTestS3, testBucket } from '../local/s3/start-test-s3.ts'

/** The bucket of client files as deployed: scanned, and unreadable unless found clean. */
export async function startScannedS3(settings: Partial<ScanSettings> = {}, more: Partial<S3StandInOptions> = {}) {
  const events: ScanEvent[] = []
  const listeners = new Set<() => void>()
  const deliver: MalwareScanOptions['deliver'] = async (event) => {
    events.push(event)
    for (const listener of listeners) listener()
  }
  const scan = createMalwareScanStandIn({
    bucket: testBucket,
    planArn: 'arn:aws:guardduty:eu-west-1:000000000000:malware-protection-plan/test',
    region: 'eu-west-1',
    now: () => new Date(),
    deliver,
    settings,
  })
  const s3 = await startTestS3({ scan: scan.scan, ...more })
  const takeEvent = async (): Promise<ScanEvent> => {
    for (;;) {
      const event = events.shift()
      if (event) return event
      await new Promise<void>((resolve) => {
        const listener = () => {
          listeners.delete(listener)
          resolve()
        }
        listeners.add(listener)
      })
    }
  }
  return { s3, scan, takeEvent }
}
