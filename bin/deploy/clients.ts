import { ACMClient } from '@aws-sdk/client-acm'
import { CloudFormationClient } from '@aws-sdk/client-cloudformation'
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { LambdaClient } from '@aws-sdk/client-lambda'
import { S3Client } from '@aws-sdk/client-s3'
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { SESv2Client } from '@aws-sdk/client-sesv2'
import { SNSClient } from '@aws-sdk/client-sns'
import { SSMClient } from '@aws-sdk/client-ssm'
import { STSClient } from '@aws-sdk/client-sts'

/** Uses the caller's credentials, found as by the AWS CLI. */
export const createClients = (region: string) => ({
  sts: new STSClient({ region }),
  cloudFormation: new CloudFormationClient({ region }),
  ssm: new SSMClient({ region }),
  // No retry: a connection lost during a long invocation would run the function twice.
  lambda: new LambdaClient({ region, maxAttempts: 1 }),
  // A restoration makes more calls than Cognito may allow per second; adaptive mode waits and retries.
  cognito: new CognitoIdentityProviderClient({ region, retryMode: 'adaptive', maxAttempts: 8 }),
  ses: new SESv2Client({ region }),
  sns: new SNSClient({ region }),
  secrets: new SecretsManagerClient({ region }),
  dynamodb: new DynamoDBClient({ region }),
  s3: new S3Client({ region }),
  /** CloudFront accepts certificates and web ACLs from us-east-1 only. */
  certificates: new ACMClient({ region: 'us-east-1' }),
  edge: {
    cloudFormation: new CloudFormationClient({ region: 'us-east-1' }),
    ssm: new SSMClient({ region: 'us-east-1' }),
  },
})
export type Clients = ReturnType<typeof createClients>
