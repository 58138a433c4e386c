import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { services } from '#functions/manifest.ts';
import { deliveries, healthPath } from '#functions/service-manifest.ts';
import { eventOf } from '#test/support/rollout/deployed.ts';
import { rollOut, secret, type RolledOut } from '#test/support/rollout/roll-out.ts';
import { whatIsMissing } from '#test/support/rollout/tools.ts';

const missing = whatIsMissing();
if (missing) process.stdout.write(`No rollout is tried: ${missing}\n`);

const minutes = 60_000;

// The real command line and the real bundles; the engine is test/support/rollout-engine, and the
// account an emulator's. What only AWS can show, it does not.
describe.runIf(missing === undefined)('sst deploy', () => {
  let world: RolledOut;
  beforeAll(async () => {
    world = await rollOut();
  }, 16 * minutes);
  afterAll(() => world?.close());

  it('rolls out the manifest', async () => {
    expect(world.run.output).toContain('Complete');
    const keys = services.docs.routes.flatMap(({ method, path }) =>
      method === 'GET' ? [`GET ${path}`, `HEAD ${path}`] : [`${method} ${path}`],
    );
    const routes = await world.aws.routes(world.docs);
    expect([...routes.keys()]).toEqual(expect.arrayContaining([...keys, '$default']));
    // What the stand-in notes and makes nowhere is known, not overlooked.
    expect((await world.command.changes()).unknown).toEqual([
      'aws:apigateway/account:Account',
      'aws:cloudfront/function:Function',
      'aws:cloudwatch/logMetricFilter:LogMetricFilter',
      'aws:ecr/lifecyclePolicy:LifecyclePolicy',
      'pulumi-nodejs:dynamic:Resource',
    ]);
  });

  it('makes queues with their limits and dead letters', async () => {
    const { attributes, mapping } = await world.queueOf('probe');
    const dead = await world.queueOf('probe-dead');
    expect(attributes).toMatchObject({ VisibilityTimeout: '360', MaximumMessageSize: '1048576' });
    expect(JSON.parse(attributes['RedrivePolicy'] ?? '')).toMatchObject({
      deadLetterTargetArn: dead.attributes['QueueArn'],
      maxReceiveCount: deliveries(3),
    });
    expect(mapping).toMatchObject({
      BatchSize: 1,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    });
  });

  it('makes a table that forgets, and can be put back', async () => {
    const { Environment } = await world.aws.functionOf(await world.routed('GET /health'));
    const TableName = Environment.Variables['LANTERN_TABLE'];
    const { TimeToLiveDescription } = await world.aws.dynamodb<{ TimeToLiveDescription: object }>(
      'DescribeTimeToLive',
      { TableName },
    );
    expect(TimeToLiveDescription).toEqual({
      AttributeName: 'expiresAt',
      TimeToLiveStatus: 'ENABLED',
    });
    const { ContinuousBackupsDescription: kept } = await world.aws.dynamodb<{
      ContinuousBackupsDescription: {
        PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: string };
      };
    }>('DescribeContinuousBackups', { TableName });
    expect(kept.PointInTimeRecoveryDescription.PointInTimeRecoveryStatus).toBe('ENABLED');
  });

  const answering = Object.entries(services).filter(([, { isContainer }]) => !isContainer);
  it.each(answering)('answers for %s', async (service, manifest) => {
    const api = await world.apiOf(service);
    const get = async (path: string) => world.functions.http(api, { method: 'GET', path });
    expect([(await get(healthPath(manifest))).status, (await get('/nothing-here')).status]).toEqual(
      [200, 404],
    );
  });

  it('names secrets to a function, which reads them (S10)', async () => {
    const { Environment } = await world.aws.functionOf(await world.routed('POST /api/admin/users'));
    expect(JSON.stringify(Environment)).not.toContain(secret);
    expect(Environment.Variables['LANTERN_SECRETS']).toBe('/lantern/emulated/ADMIN_KEY:1');
    const body = { username: 'reader' };
    expect((await world.ask('POST', '/api/admin/users', { body })).status).toBe(401);
    const headers = { authorization: `Bearer ${secret}` };
    const made = await world.ask('POST', '/api/admin/users', { body, headers });
    expect(made.status).toBe(200);
    const { api_key } = JSON.parse(made.text) as { api_key: string };
    const login = await world.ask('POST', '/api/auth/login', { body: { ...body, api_key } });
    expect([login.status, login.text]).toEqual([200, expect.stringContaining('reader')]);
  });

  it('carries the files of its pages', async () => {
    const page = await world.ask('GET', '/login');
    const sheet = /href="(\/assets\/[^"]+\.css)"/.exec(page.text)?.[1] ?? '';
    const file = await world.ask('GET', sheet);
    expect([file.status, file.headers['content-type']]).toEqual([
      200,
      expect.stringMatching(/^text\/css/),
    ]);
    expect(file.text.length).toBeGreaterThan(1_000);
  });

  it('puts a CDN before its pages, and believes the CDN alone who asks', async () => {
    const host = await world.hostOf('docs');
    const key = /<HeaderName>x-lantern-router<\/HeaderName>\s*<HeaderValue>([^<]+)/.exec(
      await world.aws.distribution(host),
    )?.[1];
    const claims = { origin: `https://${host}`, 'x-forwarded-host': host };
    const login = async (more: object) => {
      const headers = { ...claims, 'x-lantern-viewer': '198.51.100.7', ...more };
      const body = { username: 'nobody', api_key: 'no-key-of-theirs' };
      return (await world.ask('POST', '/api/auth/login', { body, headers })).status;
    };
    expect([await login({ 'x-lantern-router': key }), await login({})]).toEqual([401, 403]);
  });

  it('works a queue off', async () => {
    const sent = await world.ask('POST', '/probe', { body: { name: 'first' } });
    expect(sent.status).toBe(202);
    expect(await world.probe('first')).toEqual({ seen: null, blob: '' });
    expect(await world.drive('probe')).toEqual({ ids: [expect.any(String)], failed: [] });
    const written = { seen: 'job, attempt 1', blob: 'written for first' };
    expect(await world.probe('first')).toEqual(written);
  });

  it('keeps the message that failed', async () => {
    await world.ask('POST', '/probe', { body: { name: 'poison' } });
    const { ids, failed } = await world.drive('probe');
    expect([failed, ids.length]).toEqual([ids, 1]);
  });

  it('subscribes a function to what was given up', async () => {
    const { url, mapping } = await world.queueOf('probe-dead');
    const { Handler } = await world.aws.functionOf(mapping?.FunctionArn ?? '');
    expect(Handler).toBe('bundle.dead');
    await world.aws.sqs('SendMessage', { QueueUrl: url, MessageBody: '{"name":"given-up"}' });
    expect(await world.drive('probe-dead')).toEqual({ ids: [expect.any(String)], failed: [] });
    expect((await world.probe('given-up')).seen).toBeNull();
  });

  it('wakes what is scheduled', async () => {
    const tick = await world.scheduled('DocsProbeTick');
    expect(tick.every).toBe('rate(5 minutes)');
    await world.functions.call(tick.arn, {});
    expect((await world.probe('tick')).seen).toBe('schedule');
    for (const name of ['DocsSweep', 'AnalysisSweep']) {
      expect(await world.functions.call((await world.scheduled(name)).arn, {})).toBeNull();
    }
  });

  it('opens sockets', async () => {
    const socket = (await world.aws.apis()).find(
      ({ protocolType, name }) => protocolType === 'WEBSOCKET' && /docs/i.test(name),
    );
    const routes = await world.aws.routes(socket?.apiId ?? '');
    expect([...routes.keys()].sort()).toEqual(['$connect', '$default', '$disconnect']);
    const requestContext = { connectionId: 'con_1', routeKey: '$connect' };
    const answer = await world.functions.call(routes.get('$connect') ?? '', { requestContext });
    expect(answer).toEqual({ statusCode: 200 });
    expect((await world.probe('con_1')).seen).toBe('connected');
  });

  it('streams under an address of its own', async () => {
    const streamed = (await world.aws.functions()).find(({ FunctionName }) =>
      FunctionName.includes('DocsProbeStreamStreamed'),
    );
    expect(streamed?.Handler).toBe('bundle.streamed');
    expect(await world.aws.functionUrls(streamed?.FunctionName ?? '')).toMatchObject({
      InvokeMode: 'RESPONSE_STREAM',
    });
    const asked = eventOf({ method: 'POST', path: '/probe-stream' });
    expect(await world.functions.call(streamed?.FunctionArn ?? '', asked)).toMatchObject({
      status: 200,
      body: '{"streamed":true}',
      isWhole: true,
    });
    // Whoever comes by API Gateway is told where to.
    const { Environment } = await world.aws.functionOf(await world.routed('POST /probe-stream'));
    expect(Environment.Variables['LANTERN_STREAM_URL']).toMatch(/^https:/);
  });

  it('gives the worker image to its jobs', async () => {
    const { mapping } = await world.queueOf('probe-image');
    const worker = await world.aws.functionOf(mapping?.FunctionArn ?? '');
    expect(worker).toMatchObject({ PackageType: 'Image', Timeout: 600 });
    expect(worker.Environment.Variables['LANTERN_JOB']).toBe('docs/probe-image');
  });

  it('changes what changed and nothing else', { timeout: 16 * minutes }, async () => {
    const handler = join(world.project.folder, 'functions/docs/probe/tick.ts');
    const text = await readFile(handler, 'utf8');
    await writeFile(handler, text.replace("'schedule'", "'second'"));
    await world.command.run('secret', 'set', 'SessioninfoKey', `${secret}-again`);
    const { code, output } = await world.command.run('deploy');
    expect([code, output]).toEqual([0, expect.stringContaining('Complete')]);
    const { changes } = await world.command.changes();
    // Code and function of the schedule; the secret, SST's note of it, and the functions that read
    // it: no process may go on with the old value.
    const readers = (await world.aws.functions()).filter(({ Environment }) =>
      Environment.Variables['LANTERN_SECRETS']?.includes('/SESSIONINFO_KEY:'),
    );
    const update = 4 + readers.length;
    expect(changes).toEqual({ same: expect.any(Number) as number, update });
    const sessions = await world.apiOf('sessions');
    const reader = await world.aws.functionOf(
      (await world.aws.routes(sessions)).get('GET /health') ?? '',
    );
    const read = '/lantern/emulated/SESSIONINFO_KEY:2';
    expect(reader.Environment.Variables['LANTERN_SECRETS']).toBe(read);
    expect(output.match(/Updated .*DocsProbeTick/g)).toHaveLength(2);
    await world.functions.call((await world.scheduled('DocsProbeTick')).arn, {});
    expect((await world.probe('tick')).seen).toBe('second');
    expect((await world.probe('first')).seen).toBe('job, attempt 1');
  });

  it('takes everything away again', { timeout: 6 * minutes }, async () => {
    const { code, output } = await world.command.run('remove');
    expect([code, output]).toEqual([0, expect.stringContaining('Removed')]);
    const { aws } = world;
    const left = [aws.functions(), aws.mappings(), aws.queues(), aws.tables(), aws.apis()];
    expect((await Promise.all(left)).flat()).toEqual([]);
    expect(await world.aws.schedules()).toEqual([]);
    // SST keeps its own, for the next rollout.
    expect((await world.aws.buckets()).filter((name) => !name.startsWith('sst-'))).toEqual([]);
  });
});
