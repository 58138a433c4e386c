/** The log message of job() when it gives up: see core/jobs/take.ts. */
const words = 'job gave up';

/** Counts given-up jobs by their log message: job() stores such a message as a record, so that no
 * queue shows it. */
export function countGivenUp(
  name: string,
  { service, logGroupName }: { service: string; logGroupName: $util.Input<string> },
  options: $util.CustomResourceOptions = {},
): void {
  const { namespace, metricName } = givenUpMetric(service);
  new aws.cloudwatch.LogMetricFilter(
    name,
    {
      logGroupName,
      pattern: `"${words}"`,
      metricTransformation: { namespace, name: metricName, value: '1' },
    },
    options,
  );
}

export function givenUpMetric(service: string) {
  const namespace = `${$app.name}/${$app.stage}`;
  return { namespace, metricName: `${service}-given-up`, statistic: 'Sum' };
}
