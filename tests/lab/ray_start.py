"""How tests start Ray: with time enough on a busy machine, and with ports that nobody else is given meanwhile."""

from __future__ import annotations

PATIENCE = """
import socket, time, types
from ray._private import node, parameter, services

node.time = types.SimpleNamespace(**{**vars(time), "monotonic": lambda: time.monotonic() / 30})
names = ("metrics_agent_port", "metrics_export_port", "dashboard_agent_listen_port", "runtime_env_agent_port")
ports, kept = {}, []
for name in names:
    place = socket.socket()
    place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    place.bind(("", 0))
    ports[name] = place.getsockname()[1]
    kept.append(place)
params, process = parameter.RayParams.__init__, services.start_ray_process

def with_ports(self, *words, **named):
    params(self, *words, **{**named, **ports})

def told(command, *words, **named):
    if command[0] == services.RAYLET_EXECUTABLE:
        command = [*command, f"--dashboard_agent_listen_port={ports['dashboard_agent_listen_port']}"]
    return process(command, *words, **named)

parameter.RayParams.__init__, services.start_ray_process = with_ports, told
"""
"""Ray gives its processes half a minute to start, and on a busy machine that is too short.

The process that starts a cluster waits for it by a clock, slowed here. The first process of the cluster waits for its
helpers to choose ports, and dies after a quarter or half of a minute, which nothing can change; it does not wait where
the ports are given. It starts the helpers seconds later, and dies if one finds its port taken. So the ports stay bound
here, not listened at: the system gives such a port to nobody who takes any that is free, not to the cluster's own
processes either, and the helper, which asks for this very one and for SO_REUSEADDR, gets it.
"""
ENVIRONMENT = {
    "RAY_gcs_server_port_wait_time_s": "600",
    "RAY_gcs_server_request_timeout_seconds": "600",
    "RAY_py_gcs_connect_timeout_s": "600",
    "RAY_gcs_rpc_server_connect_timeout_s": "600",
    "RAY_raylet_start_wait_time_s": "600",
    "RAY_worker_register_timeout_seconds": "600",
    "RAY_agent_register_timeout_ms": "600000",
    "RAY_health_check_failure_threshold": "200",
    "RAY_memory_monitor_refresh_ms": "0",
}
"""Processes that are slow are not given up, and none is ended because others fill the memory."""
BOUND = 900
"""Seconds after which a cluster that hangs fails the test; it takes about ten."""
